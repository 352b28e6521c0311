#include "testing_drivers/simulation/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

// The first `count` of `processes`, row by row on the grid.
MappedGrid mapped(GridShape shape, const std::vector<int>& processes) {
  MappedGrid grid{shape, std::vector<int>(static_cast<std::size_t>(shape.size()))};
  for (int row = 0; row < shape.nprow; ++row)
    for (int col = 0; col < shape.npcol; ++col)
      grid.map[static_cast<std::size_t>(row + col * shape.nprow)] =
          processes[static_cast<std::size_t>(row * shape.npcol + col)];
  return grid;
}

}  // namespace

std::string method_help() {
  return "methods out of het (the balanced plan of the library's choice), het:PxQ (on that grid), "
         "het:PxQ:METHOD:ORDER (planned by that method, with that order of blocks), uniform (the same "
         "kernels "
         "on the caller's layout), subset (the best uniform layout on the fastest processes alone); default: "
         "het,uniform";
}

Method parse_method(const std::string& word, int processes) {
  if (word == "het") return {word, Method::Way::balanced, "auto"};
  if (word == "uniform") return {word, Method::Way::uniform, "caller"};
  if (word == "subset") return {word, Method::Way::subset, "caller"};
  if (word.starts_with("het:")) {
    const std::string plan = word.substr(4), grid = plan.substr(0, plan.find(':'));
    const auto grids = parse_grids("--method", grid);
    if (grids.size() == 1 && grids[0].size() <= processes) return {word, Method::Way::balanced, plan};
  }
  throw InputError{
      fmt::format("--method: '{}' is not allowed: het, het:PxQ or het:PxQ:METHOD:ORDER with at most {} "
                  "processes, uniform, subset",
                  word, processes)};
}

void configure(const Method& method, const std::vector<double>& cycle_times) {
  setenv("HETSCALAPACK_MODE", "always", 1);
  setenv("HETSCALAPACK_GRID", method.grid.c_str(), 1);
  setenv("HETSCALAPACK_CYCLE_TIMES", fmt::format("{}", fmt::join(cycle_times, ",")).c_str(), 1);
}

std::vector<MappedGrid> grids_of(const Method& method, GridShape caller,
                                 const std::vector<double>& cycle_times) {
  std::vector<int> processes(cycle_times.size());
  std::iota(processes.begin(), processes.end(), 0);
  if (method.way != Method::Way::subset) return {mapped(caller, processes)};
  const auto time = [&](int process) { return cycle_times[static_cast<std::size_t>(process)]; };
  std::ranges::stable_sort(processes, {}, time);
  std::vector<MappedGrid> grids;
  for (std::size_t count = 1; count <= processes.size(); ++count) {
    if (count < processes.size() && time(processes[count]) == time(processes[count - 1])) continue;
    const int size = static_cast<int>(count);
    grids.push_back(mapped(squarest(size), processes));
    if (squarest(size).nprow > 1) grids.push_back(mapped({1, size}, processes));
  }
  return grids;
}

}  // namespace het::testing
