#pragma once
#include "src/tools/plan/block_plan.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "src/tools/terminal/marks.hpp"

namespace het {

// Adds the process grid below what is in the sheet: boxes where they fit, else one line for each grid row,
// else one line for each process (always for a single row or column of processes), else a map. Each process shows mark,
// name or [place in the input], cycle-time and busy share, or that it has no block.
// Above it stands what it shows of each process.
void add_process_table(CharGrid& sheet, const BlockPlan& plan, const Marks& marks);

}  // namespace het
