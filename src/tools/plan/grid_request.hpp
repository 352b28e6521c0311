#pragma once
#include <string>

#include "src/tools/input/processors.hpp"
#include "src/tools/plan/block_plan.hpp"

namespace het {

// What hetplan grid is asked for, as the command line has it; an empty text is an option not given.
struct GridRequest {
  std::string cycle_times, arrangement;  // one of the two
  std::string grid, method, seed, limit;
  std::string blocks, panel, period, order;
  CallRequest call;
};

// Blocks along one side of a matrix at most.
inline constexpr Extent most_blocks = 1'000'000;

// The processors that the request names: cycle-times or the arrangement's own.
Processors processors_of(const GridRequest& request);

// The method that the request names, best where it names none, and what is set for it.
Method method_of(const GridRequest& request);
PlanOptions options_of(const GridRequest& request);

// The plan by one method. Without a routine: the grid that is asked for, rounded to the period that is asked
// for, its owners in the order that is asked for; the matrix has as many blocks as asked for, or six for each
// grid row and column, at least 24, and the pattern is as long as the matrix unless asked otherwise. With a
// routine: what the model ranks first. Throws Error for whatever is wrong in the request.
//
// Before it, for one method, require_effects refuses what that method has no use for.
void require_effects(const GridRequest& request);
BlockPlan block_plan(const GridRequest& request, const Processors& processors, Method method);

}  // namespace het
