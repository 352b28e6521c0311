#pragma once
#include "src/bindings/mpi.hpp"
#include "src/model/platform.hpp"

namespace het {

// What messages cost. Zero for a single process.
struct LinkSpeeds {
  // Between neighbours, all processes sending at once; where hosts are told apart, between hosts, one rank of each
  // sending.
  LinkCosts between;
  Hosts hosts;
};

// Exchanges messages in rings: by rank, or, where some of the processes share a host and others do not, from host to host
// and within each. Of several samples the middle one, and of all processes the slowest. `hosts`: of each rank
// (find_hosts). Collective; some ten megabytes per process, or through the interface of each host.
LinkSpeeds measure_links(const Communicator& comm, const std::vector<int>& hosts);

}  // namespace het
