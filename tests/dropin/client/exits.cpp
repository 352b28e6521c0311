// Ways to end a program that has contexts left.
#include <mpi.h>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

// Contexts that the program never ends: three that were used, one that was only made.
ProcessGrid* left_open[4];

bool compute_and_leave(const Operation& operation) {
  const GridShape shapes[] = {{2, 2}, {1, 3}, {4, 1}, {2, 1}};
  bool right = true;
  for (int at = 0; at < 4; ++at) {
    left_open[at] = new ProcessGrid(shapes[at], at % 2 == 0 ? 'R' : 'C');
    if (at < 3) right = operation.on(*left_open[at]) && right;
  }
  return right;
}

bool contexts_left_open(const Operation& operation) {
  return compute_and_leave(operation);  // main() ends MPI
}

bool blacs_ends_all(const Operation& operation) {
  const bool right = compute_and_leave(operation);
  const int end_mpi = 0;
  blacs_exit_(&end_mpi);
  int finalized = 0;
  MPI_Finalized(&finalized);
  return right && finalized != 0;
}

// BLACS_EXIT(1) ends the contexts alone: communicators of MPI still work, and so do new contexts.
bool blacs_leaves_mpi(const Operation& operation) {
  bool right = compute_and_leave(operation);
  const int keep_mpi = 1;
  blacs_exit_(&keep_mpi);
  int one = 1, finalized = 0, process = 0, processes = 0;
  MPI_Finalized(&finalized);
  if (finalized) return false;
  MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  blacs_pinfo_(&process, &processes);
  right = right && one == processes;
  return operation.on(ProcessGrid({2, 2})) && right;
}

}  // namespace

std::vector<Scenario> exit_scenarios() {
  return {{"contexts_left_open", "MPI_Finalize with four contexts", contexts_left_open},
          {"blacs_ends_all", "BLACS_EXIT(0) with four contexts", blacs_ends_all},
          {"blacs_leaves_mpi", "BLACS_EXIT(1) with four contexts, and a new one after it", blacs_leaves_mpi}};
}

}  // namespace het::testing
