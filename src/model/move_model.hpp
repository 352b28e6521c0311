#pragma once
#include "src/distribution/distribution.hpp"
#include "src/model/platform.hpp"

namespace het {

// A matrix distribution with the ranks that hold it.
struct Placed {
  const Distribution& distribution;
  const Placement& placement;
};

// Seconds of moving an m x n matrix between two distributions: the rank that sends or receives most.
// O(blocks + ranks^2).
double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);

}  // namespace het
