#pragma once
#include "src/bindings/mpi.hpp"
#include "src/model/platform.hpp"

namespace het {

// What messages cost. Zero for a single process.
struct LinkSpeeds {
  // Between neighbours, all processes sending at once; where hosts or sites are told apart, between these, one rank of each
  // sending.
  // Where all share one medium, of a message alone.
  LinkCosts between;
  bool shared_medium = false;  // each on a host of its own
  Hosts hosts;
};

// Exchanges messages in rings: by rank, or, where some of the processes share a host and others do not, from host to host
// and within each; where each of 16 at most has its own, they also send one after the other. If not all share one medium, sites
// are looked for (find_sites); where there are several, messages go from site to site and within each. Of several samples
// the middle one, and of all processes the slowest; of their own time for messages, which come beside work, that of the one
// in the middle. `hosts`: of each rank (find_hosts). Collective; some ten megabytes per process, or through the interface of
// each host. Throws NoMemoryToMeasure on all where one has no memory for it.
LinkSpeeds measure_links(const Communicator& comm, const std::vector<int>& hosts);

}  // namespace het
