#include "testing_drivers/hetrun/simulate/verdict.hpp"

#include <fmt/format.h>

namespace het::run {

std::string failure_of(std::istream& log) {
  bool ended = false;
  std::string stalled, line;
  while (std::getline(log, line)) {
    if (line.find("Deadlock detected") != std::string::npos)
      return "deadlock: ranks wait for what never comes";
    if (line.find("MPI_Abort was called") != std::string::npos) return "a rank called MPI_Abort";
    if (line.starts_with("CRITICAL:") || line.starts_with("ERROR:")) return line.substr(line.find(':') + 1);
    if (line.find("Stalling SMPI instance") != std::string::npos)
      stalled = "ranks ended without MPI_Finalize";
    if (line.find("Simulated time:") != std::string::npos) ended = true;
  }
  return ended ? stalled : "the simulation did not reach its end";
}

}  // namespace het::run
