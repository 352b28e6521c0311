#include "testing_drivers/simulation/several.hpp"

#include <algorithm>
#include <limits>

namespace het::testing {
namespace {

// Processes with equal shares of the work, and the work that they do in the time that the fastest host needs for one
// unit alone: with m processes at work on a host of cycle-time t, n / max(m t).
struct Crew {
  std::vector<int> processes;
  double rate = 0;
};

// The best crews of 1, 2, ... processes: each takes in the process of the host that would then be done first.
std::vector<Crew> crews(const std::vector<Host>& hosts) {
  std::vector<Crew> all;
  std::vector<std::size_t> at_work(hosts.size(), 0);
  std::vector<int> processes;
  double slowest = 0;
  const auto time_with_one_more = [&](std::size_t host) {
    const bool full = at_work[host] == hosts[host].processes.size();
    return full ? std::numeric_limits<double>::infinity()
                : hosts[host].cycle_time * static_cast<double>(at_work[host] + 1);
  };
  for (;;) {
    std::size_t next = 0;
    for (std::size_t host = 1; host < hosts.size(); ++host)
      if (time_with_one_more(host) < time_with_one_more(next)) next = host;
    if (at_work[next] == hosts[next].processes.size()) return all;
    slowest = std::max(slowest, time_with_one_more(next));
    processes.push_back(hosts[next].processes[at_work[next]++]);
    all.push_back({processes, static_cast<double>(processes.size()) / slowest});
  }
}

// The crews of the highest rates, the smaller of two equal ones first.
std::vector<Crew> best(std::vector<Crew> all, std::size_t count) {
  std::ranges::stable_sort(all, std::ranges::greater{}, &Crew::rate);
  all.resize(std::min(count, all.size()));
  return all;
}

// Processes of one host, or of hosts of one speed, stand side by side in the rows.
MappedGrid on_grid(GridShape shape, std::vector<int> processes) {
  std::ranges::sort(processes);
  return mapped(shape, processes);
}

}  // namespace

std::vector<MappedGrid> grids_of_several(const std::vector<Host>& hosts, std::optional<GridShape> shape) {
  const std::vector<Crew> all = crews(hosts);
  if (shape) {
    const auto size = static_cast<std::size_t>(shape->size());
    if (size > all.size()) return {};
    return {on_grid(*shape, all[size - 1].processes)};
  }
  std::vector<Crew> square;
  std::ranges::copy_if(all, std::back_inserter(square), [](const Crew& crew) {
    const GridShape shape_of_it = squarest(static_cast<int>(crew.processes.size()));
    return shape_of_it.nprow > 1 && 2 * shape_of_it.nprow >= shape_of_it.npcol;
  });
  std::vector<MappedGrid> grids;
  for (const Crew& crew : best(square, 3))
    grids.push_back(on_grid(squarest(static_cast<int>(crew.processes.size())), crew.processes));
  for (const Crew& crew : best(all, 2))
    grids.push_back(on_grid({1, static_cast<int>(crew.processes.size())}, crew.processes));
  return grids;
}

}  // namespace het::testing
