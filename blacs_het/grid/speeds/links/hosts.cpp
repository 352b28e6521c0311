#include "blacs_het/grid/speeds/links/hosts.hpp"

#include <functional>
#include <map>

#include "src/bindings/charge.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/bindings/processes/world.hpp"
#include "src/model/platform.hpp"

namespace het {
namespace {

// The least rank of the processes that can share memory with this one.
int first_on_host(const Communicator& comm) {
  MPI_Comm shared = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &shared),
            "MPI_Comm_split_type");
  int first = comm.rank();
  check_mpi(MPI_Bcast(&first, 1, MPI_INT, 0, shared), "MPI_Bcast");
  check_mpi(MPI_Comm_free(&shared), "MPI_Comm_free");
  return first;
}

// The same on all processes of a host and on no others. SimGrid's MPI would send messages between all pairs to split.
double mark_of_host(const Communicator& comm) {
  constexpr std::size_t exact = std::size_t{1} << 53;
  return charge::virtual_time ? static_cast<double>(std::hash<std::string>{}(host_name()) % exact)
                              : first_on_host(comm);
}

}  // namespace

std::vector<int> find_hosts(const Communicator& comm) {
  std::map<double, int> known;
  std::vector<int> hosts;
  for (const double mark : gather(comm, mark_of_host(comm)))
    hosts.push_back(known.emplace(mark, static_cast<int>(known.size())).first->second);
  return hosts;
}

bool differ(const std::vector<int>& hosts) {
  const int count = host_count(hosts);
  return count > 1 && count < static_cast<int>(hosts.size());
}

}  // namespace het
