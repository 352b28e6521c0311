#pragma once
// This process among all of the program, and the MPI that they have in common.
#include <string>

namespace het {

// Rank in MPI_COMM_WORLD.
int world_rank();
// As MPI names it.
std::string host_name();
// Messages may have tags from 0 to this one: 32767 at least.
int largest_tag();

}  // namespace het
