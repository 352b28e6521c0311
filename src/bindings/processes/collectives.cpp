#include "src/bindings/processes/collectives.hpp"

namespace het {

std::vector<double> gather(const Communicator& comm, double value) {
  std::vector<double> values(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Gather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, 0, comm.get()), "MPI_Gather");
  check_mpi(MPI_Bcast(values.data(), comm.size(), MPI_DOUBLE, 0, comm.get()), "MPI_Bcast");
  return values;
}

double max_over_processes(const Communicator& comm, double value) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm.get()), "MPI_Allreduce");
  return value;
}

}  // namespace het
