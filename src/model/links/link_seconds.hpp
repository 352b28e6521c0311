#pragma once
#include <algorithm>

namespace het {

// How long a link carries something, in each direction.
struct LinkSeconds {
  double sent = 0, received = 0;
  double longer() const { return std::max(sent, received); }
  void operator+=(const LinkSeconds& more) { sent += more.sent, received += more.received; }
};

}  // namespace het
