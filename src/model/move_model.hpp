#pragma once
#include "src/distribution/distribution.hpp"
#include "src/model/platform.hpp"

namespace het {

// A matrix distribution with the ranks that hold it.
struct Placed {
  const Distribution& distribution;
  const Placement& placement;
};

// Seconds of moving a matrix between two distributions: a latency, and of the rank that needs longest its own time for
// each message, and the longest of what it sends or receives, to other hosts and within its own, and of what it copies, to
// and from messages and because it stays; or of a host's interface what all its ranks send or receive through it.
// O(blocks + ranks), with hosts told apart times the ranks of a host.
double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);

// A triangle is moved in this many strips of columns, one after the other, each from its diagonal block down: a few
// more elements than the triangle has.
inline constexpr Extent triangle_strips = 8;
double triangle_move_seconds(const Platform& platform, Extent element_bytes, const Placed& from,
                             const Placed& to);

}  // namespace het
