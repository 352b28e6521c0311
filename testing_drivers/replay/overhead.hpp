#pragma once
#include <cstdio>

#include "testing_drivers/replay/options.hpp"

namespace het::testing {

// What the library adds to a call of N = 8 in mode auto, which it leaves to ScaLAPACK: nanoseconds per call of the
// library's routine and of ScaLAPACK's own, in batches that take turns, on a grid of one process and on the whole one;
// `added` is the median of the batches' differences. Collective over MPI_COMM_WORLD; process 0 prints.
void print_overhead(const ReplayOptions& options, std::FILE* out);

}  // namespace het::testing
