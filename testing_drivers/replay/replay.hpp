#pragma once
#include "testing_drivers/replay/summary.hpp"

namespace het::testing {

// Runs the sequence in all modes, call by call in turn; which mode is first changes with each call and each round.
// Plain calls never reach the library. Collective over MPI_COMM_WORLD; the summary is whole on process 0.
Summary replay(const ReplayOptions& options);

}  // namespace het::testing
