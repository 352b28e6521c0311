#pragma once
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// By rank of the communicator: a number of its host, from 0 on in the order of ranks. Collective.
std::vector<int> find_hosts(const Communicator& comm);

// How many there are, `hosts` by rank.
int host_count(const std::vector<int>& hosts);
// Whether some ranks share a host and others do not: only then are there two kinds of links.
bool differ(const std::vector<int>& hosts);

}  // namespace het
