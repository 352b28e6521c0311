#pragma once
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Where a piece of a process's last product ends: columns of C below `col` are final then, `local` of them on the process.
struct FinishedColumns {
  Extent col, local;
};

// The last product of a process that has columns, in pieces, so that what is final can leave: at n i / pieces, for i = 1 to
// pieces, where 128 columns of the process or more have become final since the last one, and at n. O(pieces).
//
// Worked example: 1000 columns dealt in blocks of 8 to four processes, in 15 pieces: each has 248 or 256, which are
// final in two pieces, at 533 (i = 8) and at 1000.
std::vector<FinishedColumns> last_product_pieces(const AxisMap& cols, ProcessCoord process, Extent pieces);

}  // namespace het
