#pragma once
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// By rank of the communicator: a number of its host, from 0 on in the order of ranks. Collective.
std::vector<int> find_hosts(const Communicator& comm);

// Whether some ranks share a host and others do not: then there are two kinds of links. The same of sites.
bool differ(const std::vector<int>& hosts);

}  // namespace het
