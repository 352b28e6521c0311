#pragma once
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// Which processes this one has waited for in vain, as long as it was to, and has not heard from since. Programs have many
// contexts: processes are remembered by their ranks in MPI_COMM_WORLD; those of programs that joined have none, and are not.
// All of this is local.

// Those of the ranks of a communicator, in their order.
std::vector<int> missed_of(MPI_Comm comm, const std::vector<int>& ranks);
// They were waited for in vain.
void note_missed(MPI_Comm comm, const std::vector<int>& ranks);
// A word of theirs came: they were only late.
void note_heard(MPI_Comm comm, const std::vector<int>& ranks);

}  // namespace het
