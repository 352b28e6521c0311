#pragma once
// Numbers of all processes. Collective.
#include <span>
#include <type_traits>
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// Equal on all of them to the last bit: one value of each process, by rank, gathered and broadcast by one process.
std::vector<double> gather(const Communicator& comm, double value);
double max_over_processes(const Communicator& comm, double value);

// Values of each process, of each as many, by rank: on rank 0, elsewhere none.
template <class T>
std::vector<T> gather_to_root(const Communicator& comm, std::span<const T> mine) {
  static_assert(std::is_trivially_copyable_v<T>);
  const int bytes = message_bytes(static_cast<Extent>(mine.size_bytes()));
  std::vector<T> all(comm.rank() == 0 ? mine.size() * static_cast<std::size_t>(comm.size()) : 0);
  check_mpi(MPI_Gather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, 0, comm.get()),
            "MPI_Gather");
  return all;
}

}  // namespace het
