#pragma once
#include <optional>

namespace het {

// What the launcher of the program told this process in its environment: Open MPI's mpirun, MPICH's and Intel's, or Slurm,
// the first of them that told something, since an mpirun may itself have been started by Slurm. Local.

// Which one this process is of those on its host, from 0.
std::optional<int> launched_rank_on_host();

// How many processes there are on its host; where Slurm lists those of several hosts, as in `4(x2),3`, on the first.
std::optional<int> launched_on_host();

}  // namespace het
