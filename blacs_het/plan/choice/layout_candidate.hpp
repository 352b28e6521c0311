#pragma once
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/choice/layout.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/prediction.hpp"

namespace het {

// One way to compute a call, with what it is predicted to cost.
struct LayoutCandidate {
  Layout layout;           // order holds indices into Platform::cycle_times; the others are left out
  Extent panel_width = 0;  // columns of one panel; for a product its inner dimension
  std::string_view order;  // of blocks: "contiguous" for a product, else the name of a BlockOrder
  double work_rate = 0;    // W of the plan
  // Seconds, in terms that add up; with moves from and to the caller's layout, if there is one.
  Prediction predicted;
  bool planned_well = false;  // by the full planner, not quickly

  double total() const { return predicted.total(); }
};

// The plan of a p x q grid of the fastest processors: plan_in_call, or a cache in front of it.
using PlanSource = std::function<GridPlan(int p, int q)>;

struct GridChoiceOptions {
  std::optional<std::pair<int, int>> grid;  // the only grid; none: all p x q <= number of processors
  std::optional<Extent> panel_width;        // the only block width of factorizations; none: the model chooses
  std::size_t kept = 8;                     // candidates returned at most
  // Elementary steps for the order of blocks of one grid, 3 ns each; more for a call of which they are a thousandth.
  double refine_work = 1e6;
  PlanSource plan;          // none: plan_in_call with the platform's cycle-times
  bool as_planned = false;  // keep that plan's shares: no quick ones, no better ones by predicted time
  std::optional<BlockOrder> order;  // of factorizations, the only one; none: the model chooses
};

}  // namespace het
