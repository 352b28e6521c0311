#pragma once
// A platform of unequal processors, as SimGrid reads it.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testing_drivers/platforms/network.hpp"

namespace het::platforms {

// Other people's work on every host: the part of its speed that is left changes at random, the same at every run.
struct Load {
  double least = 0.3;    // part of the speed that is always left, in (0, 1]
  double seconds = 0.1;  // from one change to the next
  std::uint64_t seed = 1;
};

// Hosts h0, h1, ... with speeds fastest * min(t) / t.
struct Platform {
  std::string about;
  std::vector<double> cycle_times;
  double fastest = 1e10;  // flops per second of the fastest host
  Network network;
  int first_site = 0;  // hosts at the first of two sites; 0: the first half
  std::optional<Load> load;
};

// Throws UsageError when a value has no sense.
void check(const Platform& platform);

// The platform file; as long as there are hosts, whatever the network. Messages between ranks of one host do not use
// the network.
std::string xml(const Platform& platform);

// `count` parts of the speed of host number `host`, each in [least, 1].
std::vector<double> availability(const Load& load, int host, int count);

}  // namespace het::platforms
