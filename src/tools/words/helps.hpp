#pragma once
#include <string>
#include <vector>

#include "src/tools/plan/grid_request.hpp"

namespace het {

// What would make a plan better or cheaper, each tried out and given with its figures: another method, a free
// arrangement, another shape, fewer processors, another period. A fixed amount of work.
std::vector<std::string> what_helps(const BlockPlan& plan, const GridRequest& request,
                                    const Processors& processors);

}  // namespace het
