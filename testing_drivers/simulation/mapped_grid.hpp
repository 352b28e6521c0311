#pragma once
#include <vector>

#include "testing_drivers/support/grid.hpp"

namespace het::testing {

// A grid and the processes on it, column by column as in BLACS_GRIDMAP.
struct MappedGrid {
  GridShape shape;
  std::vector<int> map;
};
// The first of `processes`, row by row on the grid.
MappedGrid mapped(GridShape shape, const std::vector<int>& processes);

}  // namespace het::testing
