#pragma once
#include <string>
#include <vector>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/kernel_speeds.hpp"

namespace het {

// How fast the processes of a context compute, and how fast bytes travel between them. The same on every
// process.
struct Speeds {
  std::vector<double> cycle_times;  // by rank of the communicator, relative: the fastest has 1
  double seconds_per_flop = 0;      // of the fastest, in long double-precision products
  double seconds_per_byte = 0;      // of a message between neighbours, all processes sending at once
  double latency = 0;               // seconds of an empty message
  double message_overhead = 0;      // seconds that each further one sent and received at the same time adds
  KernelSpeeds kernels;             // the middle ones of all processes
};

// Rank of this process in MPI_COMM_WORLD.
int world_rank();

// Runs the local matrix product on all processes at the same time, so that processes that share a node, or a node that
// is busy otherwise, show the speed they really have; the best of several samples, so that disturbed ones do no harm.
// Processes whose speeds cannot be told apart are given the same. Then the links, in a ring. Collective; about 0.1 s
// among equal processes, up to 0.7 s among unequal ones.
// Not `closely`: one short look, for the scale alone.
Speeds measure_speeds(const Communicator& comm, bool closely = true);

// Measured speeds, with the cycle-times replaced by those the user gave, if any: a list is by rank of
// MPI_COMM_WORLD, a file by host name. What was measured for the same processes in the same order in the last five
// minutes is not measured again. Collective. Throws Error, on all processes alike, naming the setting,
// when a process has none.
Speeds find_speeds(const Communicator& comm, const Config& config);

}  // namespace het
