#include "testing_drivers/simulation/hosts.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace het::testing {
namespace {

struct Seat {
  std::size_t host = 0;  // of its name, a number that tells it from others
  double seconds = 0;    // of some work
};

std::size_t name_of_host() {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return std::hash<std::string>{}(name);
}

std::vector<Seat> gathered(const Seat& mine) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  std::vector<Seat> seats(static_cast<std::size_t>(processes));
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, seats.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
  return seats;
}

// The work of one process.
double seconds_of_work() {
  constexpr double some_flops = 1e9;
  const double begin = MPI_Wtime();
  smpi_execute_flops(some_flops);
  return MPI_Wtime() - begin;
}

std::vector<Host> hosts_of(const std::vector<Seat>& seats) {
  std::vector<Host> hosts;
  std::map<std::size_t, std::size_t> known;
  for (std::size_t process = 0; process < seats.size(); ++process) {
    const auto [at, unknown] = known.emplace(seats[process].host, hosts.size());
    if (unknown) hosts.emplace_back();
    hosts[at->second].processes.push_back(static_cast<int>(process));
  }
  return hosts;
}

}  // namespace

std::vector<Host> find_hosts() {
  int me = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  Seat mine;
  mine.host = name_of_host();
  std::vector<Host> hosts = hosts_of(gathered(mine));

  MPI_Barrier(MPI_COMM_WORLD);
  const bool first =
      std::ranges::any_of(hosts, [&](const Host& host) { return host.processes.front() == me; });
  if (first) mine.seconds = seconds_of_work();
  const std::vector<Seat> seats = gathered(mine);
  const auto seconds = [&](const Host& host) {
    return seats[static_cast<std::size_t>(host.processes.front())].seconds;
  };
  const double fastest = seconds(*std::ranges::min_element(hosts, {}, seconds));
  // What differs in the last digits is one speed.
  for (Host& host : hosts) host.cycle_time = std::round(seconds(host) / fastest * 1e4) / 1e4;
  return hosts;
}

std::vector<int> first_processes(const std::vector<Host>& hosts) {
  std::vector<int> first;
  for (const Host& host : hosts) first.push_back(host.processes.front());
  return first;
}

std::vector<double> cycle_times(const std::vector<Host>& hosts, std::vector<int> map) {
  std::ranges::sort(map);
  std::size_t all = 0;
  for (const Host& host : hosts) all += host.processes.size();
  std::vector<double> times(all);
  for (const Host& host : hosts) {
    const auto at_work = std::ranges::count_if(
        host.processes, [&](int process) { return std::ranges::binary_search(map, process); });
    for (const int process : host.processes)
      times[static_cast<std::size_t>(process)] =
          host.cycle_time * static_cast<double>(std::max<std::ptrdiff_t>(at_work, 1));
  }
  return times;
}

MappedGrid mapped(GridShape shape, const std::vector<int>& processes) {
  MappedGrid grid{shape, std::vector<int>(static_cast<std::size_t>(shape.size()))};
  for (int row = 0; row < shape.nprow; ++row)
    for (int col = 0; col < shape.npcol; ++col)
      grid.map[static_cast<std::size_t>(row + col * shape.nprow)] =
          processes[static_cast<std::size_t>(row * shape.npcol + col)];
  return grid;
}

}  // namespace het::testing
