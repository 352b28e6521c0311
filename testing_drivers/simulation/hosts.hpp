#pragma once
// The hosts of the simulated platform, as the processes of MPI_COMM_WORLD find them, and grids of their processes.
#include <vector>

#include "testing_drivers/support/grid.hpp"

namespace het::testing {

struct Host {
  std::vector<int> processes;
  double cycle_time = 1;  // with one of its processes at work; the fastest host's is 1
};

// In the order of their first processes; the same on each process. Collective.
std::vector<Host> find_hosts();

// The first process of each host.
std::vector<int> first_processes(const std::vector<Host>& hosts);

// By process, when `map` lists the ones at work: those of one host share its speed.
std::vector<double> cycle_times(const std::vector<Host>& hosts, std::vector<int> map);

// A grid and the processes on it, column by column as in BLACS_GRIDMAP.
struct MappedGrid {
  GridShape shape;
  std::vector<int> map;
};
// The first of `processes`, row by row on the grid.
MappedGrid mapped(GridShape shape, const std::vector<int>& processes);

}  // namespace het::testing
