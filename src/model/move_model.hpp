#pragma once
#include "src/distribution/distribution.hpp"
#include "src/model/platform.hpp"

namespace het {

// A matrix distribution with the ranks that hold it.
struct Placed {
  const Distribution& distribution;
  const Placement& placement;
};

// Seconds of moving a matrix between two distributions: the rank that sends or receives most, with a latency
// for each of its messages. O(blocks + ranks).
double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);

}  // namespace het
