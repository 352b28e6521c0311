#pragma once
#include <string>

#include "src/bindings/mpi.hpp"

namespace het {

// Agrees with every process of a BLACS communicator that this library is there to take part in collective
// operations.
//
// mpirun may not hand LD_PRELOAD to every node; a collective call would then hang. So the first thing that
// happens on a context is a star of small messages with a time limit: each process greets rank 0; if all
// greetings arrive, rank 0 asks each to commit, and only if all do is the answer yes. Collective; the answer
// is the same on every process that has the library. On no, rank 0 (or the processes that wait in vain for
// rank 0) says on standard error who is missing.
//
// `seconds` is how long a process waits for the others' first sign of life.
bool all_have_library(MPI_Comm blacs_comm, double seconds);

// HETSCALAPACK_HANDSHAKE_SECONDS of this process, 30 by default or when it is no positive number.
double handshake_seconds();

}  // namespace het
