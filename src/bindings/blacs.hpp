#pragma once
#include "src/bindings/mpi.hpp"

namespace het::blacs {

// What a context knows of its grid and of this process; all -1 for a context that this process is not part
// of.
struct GridInfo {
  int nprow = -1, npcol = -1, myrow = -1, mycol = -1;
  bool inside() const { return myrow >= 0; }
};
GridInfo grid_info(int context);

// BLACS's own communicator of the context, whose rank is myrow * npcol + mycol for every grid. To be
// duplicated, not used: only what opens a context at its first call, and the handshake, send on it.
MPI_Comm communicator(int context);
// The same in its Fortran form, which is sooner there.
MPI_Fint communicator_handle(int context);

}  // namespace het::blacs
