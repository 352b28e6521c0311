#pragma once
#include <functional>
#include <string>
#include <vector>

#include "testing_drivers/hetrun/run/janitor.hpp"

namespace het::run {

// One run of a program and its arguments: mpirun or smpirun, which start the ranks.
struct Launch {
  std::vector<std::string> command;
  // Take each line of standard output and standard error, without its end, as it comes, in threads of their own; none:
  // that stream is passed on.
  std::function<void(const std::string&)> line, error_line;
};

// `exports`: VAR=VALUE, for the ranks only.
std::vector<std::string> mpirun_command(int ranks, const std::vector<std::string>& exports,
                                        const std::vector<std::string>& program);

struct Outcome {
  int status = 0;       // as a shell would report it
  int interrupted = 0;  // the signal that ended the run, 0: none
};

// Open MPI's settings for few cores and one BLAS thread, each unless the user has set it; sessions and shared
// memory in `folder`.
void prepare_environment(const std::string& folder);

// Blocks the signals that start_and_wait handles; to be called first.
void hold_signals();

// Starts the command in a process group of its own and waits for it. An interrupt is passed on as SIGTERM, once;
// it then ends its ranks. Whatever is left is killed. No process of the run is alive on return.
Outcome start_and_wait(const Launch& launch, Janitor& janitor);

}  // namespace het::run
