// A program that ends as its argument says: "deadlock", "abort", "code", or else well.
#include <mpi.h>

#include <cstring>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* way = argc > 1 ? argv[1] : "";
  int rank = 0, number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (std::strcmp(way, "deadlock") == 0 && rank == 0)
    MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (std::strcmp(way, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return std::strcmp(way, "code") == 0 ? 3 : 0;
}
