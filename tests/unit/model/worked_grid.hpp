#pragma once
#include "src/distribution/distribution.hpp"

// BPRR99's worked grid, cycle-times 1 2 / 3 6.
namespace het::test {

inline const Placement grid = Placement::row_major(2, 2);

// A matrix whose shares are in proportion to the speeds.
inline Distribution balanced() {
  return {AxisMap(960, 8, 8, {0, 0, 0, 1}, 2), AxisMap(960, 8, 8, {0, 0, 1}, 2)};
}

}  // namespace het::test
