#pragma once
// Equal shares for unequal processors: several processes on each fast one, as HeteroMPI does it.
#include <optional>
#include <vector>

#include "testing_drivers/simulation/hosts.hpp"

namespace het::testing {

// Grids of processes in such numbers for each host that all hosts need about the same time: the numbers with the
// highest work rate on nearly square grids and on one row, three of the first and two of the second; with `shape`,
// that grid alone. Empty when the hosts have not so many processes.
std::vector<MappedGrid> grids_of_several(const std::vector<Host>& hosts, std::optional<GridShape> shape);

}  // namespace het::testing
