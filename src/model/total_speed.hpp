#pragma once
#include <span>

#include "src/distribution/distribution.hpp"
#include "src/model/platform.hpp"

namespace het {

// sum 1/t, block updates per unit of time of processors with these cycle-times that never wait: no distribution of any kind
// over them is faster. 0 of none. O(n).
inline double total_speed(std::span<const double> cycle_times) {
  double speed = 0;
  for (const double t : cycle_times) speed += 1 / t;
  return speed;
}

// The same of the ranks that are on the grid.
inline double total_speed(const Platform& platform, const Placement& placement) {
  double speed = 0;
  for (int rank = 0; rank < placement.ranks(); ++rank)
    if (placement[rank].on_grid()) speed += 1 / platform.cycle_time(rank);
  return speed;
}

}  // namespace het
