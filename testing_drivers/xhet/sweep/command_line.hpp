#pragma once
// What all drivers do around their work: MPI, the command line, what is said of a wrong one.
#include <mpi.h>

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace het::testing {

// Wrong input, named in one line; and a question for help, with its answer.
struct InputError {
  std::string text;
};
struct HelpRequest {
  std::string text;
};

// Whether this process is the one that prints.
bool speaks();

// Reads the command line; throws HelpRequest, also for --version, or InputError.
void parse_command_line(CLI::App& app, int argc, char** argv);

// Says on standard error, where the environment has a setting of the library that the option decides instead, that it does.
void tell_overruled(const std::string& program, const char* variable, const std::string& option);

// False where memory does not suffice for what `make` makes.
bool fits_memory(const std::function<void()>& make);

// Makes what may not fit into memory. Where that fails on any process of `comm`, all of them throw InputError, so
// that none waits for another; `make` itself is without communication.
void require_memory(MPI_Comm comm, const std::string& what, const std::function<void()>& make);

// The driver `name`, with MPI around `body`, which every process runs and which returns the exit code: one process
// prints the help that is asked for (exit code 0), or says "name: what is wrong" on standard error (2).
int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& body);

}  // namespace het::testing
