#pragma once
#include "src/tools/plan/block_plan.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "src/tools/terminal/marks.hpp"

namespace het {

// Adds a large process grid below what is in the sheet: a mark for each process (long rows wrapped), 'o' for one
// without a block, the weights and shares of the rows beside it, those of the columns below, and how busy the
// processes are.
void add_process_map(CharGrid& sheet, const BlockPlan& plan, const Marks& marks);

}  // namespace het
