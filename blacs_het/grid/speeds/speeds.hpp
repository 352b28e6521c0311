#pragma once
#include <vector>

#include "blacs_het/grid/speeds/kernel_speeds.hpp"
#include "blacs_het/grid/speeds/links/links.hpp"
#include "blacs_het/plan/decision/size_limits.hpp"

namespace het {

// How fast the processes of a context compute in one precision, and how fast bytes travel between them. The same on
// every process, to the last bit.
struct Speeds {
  std::vector<double> cycle_times;  // by rank of the communicator, relative: the fastest has 1
  double seconds_per_flop = 0;      // of the fastest, in long products, as a rule
  LinkSpeeds links;
  KernelSpeeds kernels;  // the middle ones of all processes
  WorkLimits limits{};   // of calls that are looked at, by these speeds
  double measuring_seconds =
      0;  // that measuring took on this process, the one member that differs between them
};

// Rank 0's on all processes, with the limits that follow from them, but for the seconds that measuring took: branches
// follow from speeds, and unlike processors would round what they compute of them differently. Collective.
void broadcast_speeds(const Communicator& comm, Speeds& speeds);

// The same as the cost model has it.
Platform platform_of(const Speeds& speeds);

}  // namespace het
