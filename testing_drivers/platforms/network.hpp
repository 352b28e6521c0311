#pragma once
// The networks that processors are put on.
#include <string>

namespace het::platforms {

struct Network {
  std::string name;
  enum class Shape {
    switched,  // each host has a link of its own, equally fast in both directions at once, to one switch
    bus,       // one wire that all messages share
    sites      // two switches, and between them one link of other speed
  } shape = Shape::switched;
  double bandwidth = 0;      // of a link in one direction, bytes per second
  double latency = 0;        // of a link, seconds; a message crosses two links of a switch, one bus
  double far_bandwidth = 0;  // of the link between the sites
  double far_latency = 0;
};

// "ethernet" (a switch of 100 Mbit/s), "switch1", "switch10", "switch100" (Gbit/s), "bus" (100 Mbit/s) or "sites"
// (switches of 1 Gbit/s, 100 Mbit/s and 5 ms between them). Throws UsageError, which
// begins with `what`: where the name stands.
Network network_named(const std::string& what, const std::string& name);
std::string network_names();

}  // namespace het::platforms
