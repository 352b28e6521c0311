#pragma once
#include <algorithm>

#include "src/distribution/distribution.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/platform.hpp"

namespace het {

// A matrix distribution with the ranks that hold it.
struct Placed {
  const Distribution& distribution;
  const Placement& placement;
};

// Seconds of moving a matrix between two distributions: a latency, and of the rank that needs longest its own time for
// each message, and the longest of what it sends or receives, to other hosts and within its own, and of what it
// copies, to and from messages and because it stays; or of a host's interface what all its ranks send or receive
// through it. O(blocks + ranks), with hosts told apart times the ranks of a host.
double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);

// The same of a lower triangle in its strips, each from its diagonal block down, which has a few more elements than the
// triangle; as many together as travel at a time.
double triangle_move_seconds(const Platform& platform, Extent element_bytes, const Placed& from,
                             const Placed& to);

// By how many seconds the two moves of a call make it longer.
struct VisibleMoves {
  double in = 0, out = 0;
};
// What is not hidden of moves to and from these columns that take `move` seconds each, alone, beside `compute`
// seconds of a routine that begins with the first columns and sends on what is final, in steps of some `step`
// columns. What is sent meanwhile takes its part of the links from the panels. O(blocks + processes).
VisibleMoves visible_moves(const CallShape& shape, const AxisMap& cols, double move, double compute,
                           Extent step);

}  // namespace het
