#pragma once
// This process among all of the program.
#include <string>

namespace het {

// Rank in MPI_COMM_WORLD.
int world_rank();
// As MPI names it.
std::string host_name();

}  // namespace het
