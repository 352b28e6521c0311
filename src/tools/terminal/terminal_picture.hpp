#pragma once
#include <string>

#include "src/tools/plan/block_plan.hpp"

namespace het {

// A plan for a terminal of 80 columns: the process grid with cycle-times, processors, shares and busy times,
// the rates as bars, and a map of the blocks. The same characters with and without colour.
std::string terminal_picture(const BlockPlan& plan, bool colour);

}  // namespace het
