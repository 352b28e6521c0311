#pragma once
#include <algorithm>
#include <vector>

#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// What moving a matrix between two distributions takes: a latency, and of the rank that needs longest its own time for
// each message, and the longest of what it sends or receives, to other hosts and within its own, and of what it copies,
// to and from messages and because it stays; or of a host's interface what all its ranks send or receive through it.
struct MoveCosts {
  // Of a rank: seconds of its link.
  struct Link {
    double sent = 0, received = 0;
    double longer() const { return std::max(sent, received); }
    void operator+=(const Link& more) { sent += more.sent, received += more.received; }
  };
  double seconds = 0;
  std::vector<Link> of_rank;
};
// O(blocks + ranks), with hosts told apart times the ranks of a host.
MoveCosts move_costs(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);
double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to);

}  // namespace het
