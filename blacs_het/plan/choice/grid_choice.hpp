#pragma once
// Which processors compute a call, on a grid of which shape, with which blocks: ranked by predicted time.
#include <optional>
#include <utility>
#include <vector>

#include "blacs_het/plan/choice/layout_candidate.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// Candidates for a call, the best first, at most one for each grid. Every p x q grid of the fastest processors gets a
// quick plan and a predicted time; W alone decides nothing, but a grid is passed over whose bound sum 1/t is too low to
// win, with its part of what larger grids spend on panels, messages and waiting. Those that may become the best are
// planned well, at most 16 of them (6 and 4 of more than 16 and 36 processors, whose plans take longer): the full
// planner, the width of panels, the order of blocks, and weights by the predicted total as far as some steps take them;
// for the best 4 (2, 1), and those that are to be followed, as far as all steps do. The quickest are followed message by message
// until none can be quicker, as far as quick predictions are off (docs/model.md): 64 layouts at most, 12 of more than 16
// processors, none of more than 36, and 6e5 messages. The first candidate is always planned well. Of more than 64 processors,
// only some numbers of rows and of processors left out are tried. `caller` is where the matrix (of a product: C) is and must
// return to; without it moves cost nothing.
// Pure and deterministic. Throws Error for bad cycle-times or a grid that does not fit.
//
// Worked example, rank_layouts({{1, 2, 3, 6}, 1e-10, 1e-10, 1e-6}, CallShape::factorization(RoutineKind::lu, 4000,
// 4000, 2, 8), {}): 1 x 4 first, then 2 x 2, then grids that leave processors out.
std::vector<LayoutCandidate> rank_layouts(const Platform& platform, const CallShape& shape,
                                          const std::optional<Placed>& caller,
                                          const GridChoiceOptions& options = {});

// p x q = processors with p <= q, as square as it can be: the grid that callers are taken to have.
std::pair<int, int> squarest_grid(int processors);

// The grids that are tried for a number of processors: all p x q up to 64 processors, O(sqrt) of them beyond.
std::vector<std::pair<int, int>> grids_to_try(int processors);

}  // namespace het
