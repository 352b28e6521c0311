#include "blacs_het/grid/speeds/speeds.hpp"

#include <type_traits>

namespace het {
namespace {

template <class T>
void broadcast(const Communicator& comm, T* values, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  check_mpi(MPI_Bcast(values, message_bytes(static_cast<Extent>(count * sizeof(T))), MPI_BYTE, 0, comm.get()),
            "MPI_Bcast");
}

// All but what is by rank.
struct Numbers {
  double seconds_per_flop;
  KernelSpeeds kernels;
  LinkCosts between, inside;
  double interface_seconds_per_byte;
  Extent shared_medium, sites, ranks_with_host;
  WorkLimits limits;
};

}  // namespace

void broadcast_speeds(const Communicator& comm, Speeds& speeds) {
  LinkSpeeds& links = speeds.links;
  Hosts& hosts = links.hosts;
  Numbers numbers{speeds.seconds_per_flop,
                  speeds.kernels,
                  links.between,
                  hosts.inside,
                  hosts.interface_seconds_per_byte,
                  links.shared_medium,
                  hosts.sites,
                  static_cast<Extent>(hosts.of_rank.size()),
                  {}};
  if (comm.rank() == 0) numbers.limits = work_limits(speeds.cycle_times, speeds.seconds_per_flop);
  broadcast(comm, &numbers, 1);
  speeds.seconds_per_flop = numbers.seconds_per_flop;
  speeds.kernels = numbers.kernels;
  speeds.limits = numbers.limits;
  links.between = numbers.between;
  links.shared_medium = numbers.shared_medium != 0;
  hosts.sites = numbers.sites != 0;
  hosts.inside = numbers.inside;
  hosts.interface_seconds_per_byte = numbers.interface_seconds_per_byte;
  speeds.cycle_times.resize(static_cast<std::size_t>(comm.size()));
  broadcast(comm, speeds.cycle_times.data(), speeds.cycle_times.size());
  hosts.of_rank.resize(static_cast<std::size_t>(numbers.ranks_with_host));
  if (hosts.told_apart()) broadcast(comm, hosts.of_rank.data(), hosts.of_rank.size());
}

Platform platform_of(const Speeds& speeds) {
  Platform platform;
  platform.cycle_times = speeds.cycle_times;
  platform.seconds_per_flop = speeds.seconds_per_flop;
  platform.between = speeds.links.between;
  platform.shared_medium = speeds.links.shared_medium;
  platform.hosts = speeds.links.hosts;
  platform.seconds_per_copied_byte = speeds.kernels.flops_per_copied_byte * speeds.seconds_per_flop;
  platform.seconds_per_jump = speeds.kernels.flops_per_jump * speeds.seconds_per_flop;
  platform.rates = speeds.kernels.rates;
  return platform;
}

}  // namespace het
