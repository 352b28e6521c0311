#include "blacs_het/grid/memory.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace het {
namespace {

// MemAvailable of /proc/meminfo in bytes; without it, no limit is known.
Extent available_bytes() {
  std::ifstream file("/proc/meminfo");
  Extent kibibytes = 0;
  for (std::string key; file >> key; file.ignore(1000, '\n'))
    if (key == "MemAvailable:" && file >> kibibytes) return kibibytes << 10;
  return std::numeric_limits<Extent>::max();
}

}  // namespace

MemoryBudget::MemoryBudget(const Communicator& comm, const Config& config)
    : configured_(config.memory_limit) {
  MPI_Comm host = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
            "MPI_Comm_split_type");
  MPI_Comm_size(host, &neighbours_);
  MPI_Comm_free(&host);
}

Extent MemoryBudget::bytes() const {
  return configured_ > 0 ? configured_ : available_bytes() / 2 / neighbours_;
}

}  // namespace het
