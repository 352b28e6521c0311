#include "src/bindings/blacs.hpp"

extern "C" {
void blacs_gridinfo_(const int* context, int* nprow, int* npcol, int* myrow, int* mycol);
void blacs_get_(const int* context, const int* what, int* value);
}

namespace het::blacs {

GridInfo grid_info(int context) {
  GridInfo info;
  blacs_gridinfo_(&context, &info.nprow, &info.npcol, &info.myrow, &info.mycol);
  return info;
}

MPI_Comm communicator(int context) { return MPI_Comm_f2c(communicator_handle(context)); }

MPI_Fint communicator_handle(int context) {
  // 10: the communicator of the context; the Fortran form, because the C form takes a table slot for ever.
  const int what = 10;
  int handle = 0;
  blacs_get_(&context, &what, &handle);
  return handle;
}

}  // namespace het::blacs
