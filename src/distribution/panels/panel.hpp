#pragma once
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Columns [begin, end) of a matrix, all on process column `col`: one step of a blocked factorization.
struct Panel {
  Extent begin, end;
  int col;
  Extent width() const { return end - begin; }
  friend bool operator==(const Panel&, const Panel&) = default;
};

// The panels of the first `count` columns, with their owners, as panel_ends cuts them. O(blocks).
std::vector<Panel> cut_panels(const AxisMap& cols, Extent count, Extent width);

}  // namespace het
