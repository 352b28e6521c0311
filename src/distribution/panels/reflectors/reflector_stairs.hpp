#pragma once
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Of a block reflector's V, rows [begin, end) of one process, counted from the first reflector's row on,
// which have zeros from column `width` on.
struct ReflectorStair {
  Extent begin, end, width;
  Extent rows() const { return end - begin; }
};

// V's rows down to its last column's are those of a unit lower triangle: in stairs, so that most of the zeros
// above the diagonal are left out of products. The widest one, with all rows below, comes first, and is there
// even without rows. V has `width` columns, and `rows` rows on process row `row`, from row k on.
//
// Worked example (width 100, k = 0, one process of 500 rows): rows 64 to 500 with 100 columns, then 0 to 64
// with 64.
std::vector<ReflectorStair> reflector_stairs(const AxisMap& axis, ProcessCoord row, Extent k, Extent width,
                                             Extent rows);

}  // namespace het
