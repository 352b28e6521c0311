#pragma once
#include <string>
#include <vector>

#include "testing_drivers/hetrun/run/janitor.hpp"

namespace het::run {

// One run of mpirun on this machine.
struct Launch {
  int ranks = 0;
  std::vector<std::string> exports;  // VAR=VALUE, for the ranks only
  std::vector<std::string> program;  // with its arguments
  bool capture = false;              // keep standard output instead of passing it on (short outputs only)
};

struct Outcome {
  int status = 0;       // as a shell would report it
  int interrupted = 0;  // the signal that ended the run, 0: none
  std::string output;   // when captured
};

// Open MPI's settings for few cores and one BLAS thread, each unless the user has set it; sessions and shared
// memory in `folder`.
void prepare_environment(const std::string& folder);

// Blocks the signals that start_and_wait handles; to be called first.
void hold_signals();

// Starts mpirun in a process group of its own and waits for it. An interrupt is passed on as SIGTERM, once;
// mpirun then ends its ranks. Whatever is left is killed. No process of the run is alive on return.
Outcome start_and_wait(const Launch& launch, Janitor& janitor);

}  // namespace het::run
