#pragma once
// The hosts of the simulated platform, as the processes of MPI_COMM_WORLD find them.
#include <vector>

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

}  // namespace het::testing
