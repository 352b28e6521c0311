#pragma once
#include <algorithm>
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

// The most columns that one of them has, panels or what else has a width; 0 of none.
template <class Panels>
Extent widest(const Panels& panels) {
  Extent width = 0;
  for (const auto& each : panels) width = std::max(width, each.width());
  return width;
}

// The panels of the first `count` columns, with their owners, as panel_ends cuts them. O(blocks).
std::vector<Panel> cut_panels(const AxisMap& cols, Extent count, Extent width);

}  // namespace het
