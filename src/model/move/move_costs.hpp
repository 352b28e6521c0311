#pragma once
#include <vector>

#include "src/model/links/link_seconds.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// What moving a matrix from one distribution to another takes.
struct MoveCosts {
  double seconds = 0;
  std::vector<LinkSeconds> of_rank;
  // Of each rank's own time for what it receives (LinkCosts::own_seconds_per_byte); and, as `sent`, for as much as it sends.
  std::vector<LinkSeconds> own;
  // Of each rank's own time for copies, which `seconds` has too: `sent` for S, `received` for R + K; their sum on either
  // way.
  std::vector<LinkSeconds> copies;
};
// A rank that sends S bytes, receives R and keeps K of its elements, in N messages of its own, takes
//   max(max(S, R) seconds_per_byte, cycle_time seconds_per_copied_byte (S + R + K)) + N message_overhead + latency
// seconds; what passes within a host goes on beside what leaves it. All take as long as the rank that needs longest, or
// the interface of a host for what all its ranks send or receive through it; on a shared medium S and R are what all
// ranks send. O(blocks + ranks), with hosts told apart times the ranks of a host.
MoveCosts move_costs(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);

}  // namespace het
