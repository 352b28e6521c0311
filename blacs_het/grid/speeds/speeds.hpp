#pragma once
#include <vector>

#include "blacs_het/grid/speeds/kernel_speeds.hpp"
#include "blacs_het/grid/speeds/links/links.hpp"

namespace het {

// How fast the processes of a context compute in one precision, and how fast bytes travel between them. The same on
// every process.
struct Speeds {
  std::vector<double> cycle_times;  // by rank of the communicator, relative: the fastest has 1
  double seconds_per_flop = 0;      // of the fastest, in long products, as a rule
  LinkSpeeds links;
  KernelSpeeds kernels;  // the middle ones of all processes
  double measuring_seconds =
      0;  // that measuring took on this process, the one member that differs between them
};

// The same as the cost model has it.
Platform platform_of(const Speeds& speeds);

}  // namespace het
