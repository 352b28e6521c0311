#pragma once
#include <optional>
#include <string>
#include <vector>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/speeds/kernel_speeds.hpp"
#include "blacs_het/grid/speeds/links/links.hpp"
#include "src/base/precision.hpp"

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

// Rank of this process in MPI_COMM_WORLD.
int world_rank();

// What is wrong with the cycle-times that the user gave, as far as one process knows: the length of a list, the line of
// a file for its own host, and how far the fastest and the slowest are apart. Empty where nothing is. Local.
std::string wrong_cycle_times(const Config& config);

// How much there is to gain from speeds, for the call that waits for them.
struct SpeedsWanted {
  double flops = 0;  // operations per process of that call; 0: not known
  // Nothing where they would have to be measured and the processes look equally fast at first sight: there is less to
  // gain then than measuring all costs.
  bool unless_equal = false;
};

// Measured speeds, with the cycle-times replaced by those the user gave, if any: a list is by rank of
// MPI_COMM_WORLD, a file by host name. What was measured for the same processes in the same order in the last five
// minutes is not measured again; in another precision, only the cycle-times are.
// Collective. Throws Error, on all processes alike, naming the setting, when a process is on a host without a line, and
// where one has no memory for measuring.
std::optional<Speeds> find_speeds(const Communicator& comm, const Config& config, Precision precision,
                                  const SpeedsWanted& wanted);

// Measured ones, whatever is remembered, by the shortest looks that there are; contexts to come find them. With a limit
// on memory, in bytes, or 0. Collective. Throws NoMemoryToMeasure, on all processes alike, where one has no memory for it.
Speeds measure_again(const Communicator& comm, Precision precision, Extent memory_limit);

// Contexts to come find these for the same processes in the same order, as if measured now. Collective.
void remember(const Communicator& comm, Precision precision, const Speeds& speeds);

}  // namespace het
