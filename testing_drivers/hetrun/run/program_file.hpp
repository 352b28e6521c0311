#pragma once
#include <stdexcept>
#include <string>

namespace het::run {

// The program cannot be started; `status` says why, as a shell reports it: 127 not found, 126 not executable.
class CannotStart : public std::runtime_error {
 public:
  CannotStart(int code, const std::string& why) : std::runtime_error(why), status(code) {}
  const int status;
};

// Throws CannotStart where mpirun would not find the program (by its path; a name without a slash on PATH, then in the
// current folder) or could not execute it: some versions of Open MPI abort then, after pages of text.
void require_startable(const std::string& program);

}  // namespace het::run
