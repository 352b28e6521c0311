#pragma once
#include <istream>
#include <string>

namespace het::run {

// smpirun ends with 0 when ranks wait for ever or call MPI_Abort; what happened stands in SimGrid's log. Empty when the
// simulation ran to its end, else why it did not.
std::string failure_of(std::istream& log);

}  // namespace het::run
