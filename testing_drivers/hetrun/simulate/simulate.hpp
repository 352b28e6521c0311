#pragma once
#include "testing_drivers/hetrun/options.hpp"

namespace het::run {

// Runs the simulated build of a driver in virtual time, under smpirun; returns what hetrun ends with: the program's
// exit code, or 1 when it came to no proper end. Throws UsageError.
int simulate(const Options& options);

}  // namespace het::run
