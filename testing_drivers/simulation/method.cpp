#include "testing_drivers/simulation/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "testing_drivers/simulation/scalapack/scalapack.hpp"
#include "testing_drivers/simulation/several.hpp"
#include "testing_drivers/xhet/sweep/command_line.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

using Way = Method::Way;

template <class... Args>
[[noreturn]] void refuse(const std::string& word, fmt::format_string<Args...> why, Args&&... args) {
  throw InputError{fmt::format("--method {}: {}", word, fmt::format(why, std::forward<Args>(args)...))};
}

GridShape parse_shape(const std::string& word, const std::string& text) {
  return parse_grids(fmt::format("--method {}", word), text).front();
}

// "3x3", "3x3:best", "3x3:cyclic", "3x3:best:cyclic"; the words are the library's, which a test compares.
Method parse_plan(const std::string& word, const std::string& plan, GridShape caller) {
  static const std::vector<std::string> methods{"exact",  "heuristic", "svd", "swaps",
                                                "search", "natural",   "best"},
      orders{"cyclic", "columns", "both", "refined", "kept"};
  const auto is_in = [](const std::vector<std::string>& list, const std::string& text) {
    return std::ranges::find(list, text) != list.end();
  };
  auto words = split(plan, ':');
  const GridShape shape = parse_shape(word, words.front());
  if (shape.npcol > caller.size() / shape.nprow)
    refuse(word, "there are only {} processes on the caller's grid", caller.size());
  words.erase(words.begin());
  const bool has_method = !words.empty() && is_in(methods, words.front());
  const bool has_order = !words.empty() && is_in(orders, words.back());
  if (words.size() != static_cast<std::size_t>(has_method) + static_cast<std::size_t>(has_order))
    refuse(word,
           "must be het:PxQ, het:PxQ:METHOD, het:PxQ:ORDER or het:PxQ:METHOD:ORDER; methods are {}; orders "
           "are {}",
           fmt::join(methods, ", "), fmt::join(orders, ", "));
  return {word, Way::balanced, plan, {}};
}

Method parse_several(const std::string& word, std::optional<GridShape> shape,
                     const std::vector<Host>& hosts) {
  const auto alone = [](const Host& host) { return host.processes.size() == 1; };
  if (!shape && std::ranges::all_of(hosts, alone))
    refuse(word, "each host has one process only: hetrun --ranks-per-host speed starts several");
  if (shape && grids_of_several(hosts, shape).empty())
    refuse(word, "there are not so many processes: hetrun --ranks-per-host starts more");
  return {word, Way::several, "caller", shape};
}

// The fastest hosts down to each speed that occurs, where equal shares for them are done at least half as
// quickly as the best.
std::vector<MappedGrid> grids_of_subsets(std::vector<Host> hosts) {
  std::ranges::stable_sort(hosts, {}, &Host::cycle_time);
  const std::vector<int> processes = first_processes(hosts);
  const auto rate = [&](std::size_t count) {
    return static_cast<double>(count) / hosts[count - 1].cycle_time;
  };
  double best = 0;
  for (std::size_t count = 1; count <= hosts.size(); ++count) best = std::max(best, rate(count));
  std::vector<MappedGrid> grids;
  for (std::size_t count = 1; count <= hosts.size(); ++count) {
    if (count < hosts.size() && hosts[count].cycle_time == hosts[count - 1].cycle_time) continue;
    if (2 * rate(count) < best) continue;
    const int size = static_cast<int>(count);
    grids.push_back(mapped(squarest(size), processes));
    if (squarest(size).nprow > 1) grids.push_back(mapped({1, size}, processes));
  }
  return grids;
}

}  // namespace

std::string method_help() {
  return "methods out of het (what mode auto would choose without ScaLAPACK: the balanced plan, or the "
         "caller's layout in place), het:PxQ (on that grid), "
         "het:PxQ:METHOD:ORDER (planned by that method, with that order of blocks), uniform (the same "
         "kernels "
         "on the caller's layout), subset (the best uniform layout on the fastest hosts alone), several (the "
         "best uniform layout with several processes on each fast host), several:PxQ (on that grid), "
         "scalapack (the ScaLAPACK that this program was built with); default: het,uniform";
}

Method parse_method(const std::string& word, const std::vector<Host>& hosts, GridShape caller) {
  if (word == "het") return {word, Way::balanced, "auto", {}};
  if (word == "uniform") return {word, Way::uniform, "caller", {}};
  if (word == "subset") return {word, Way::subset, "caller", {}};
  if (word == "several") return parse_several(word, {}, hosts);
  if (word.starts_with("several:")) return parse_several(word, parse_shape(word, word.substr(8)), hosts);
  if (word.starts_with("het:")) return parse_plan(word, word.substr(4), caller);
  if (word != "scalapack")
    refuse(word,
           "is none of het, het:PxQ, het:PxQ:METHOD:ORDER, uniform, subset, several, several:PxQ, scalapack");
  if (!has_scalapack())
    refuse(word,
           "this program was built without one: cmake -DHETSCALAPACK_SMPI_SCALAPACK=LIBRARY.a names it");
  return {word, Way::scalapack, "caller", {}};
}

std::vector<MappedGrid> grids_of(const Method& method, GridShape caller, const std::vector<Host>& hosts) {
  if (method.way == Way::subset) return grids_of_subsets(hosts);
  if (method.way == Way::several) return grids_of_several(hosts, method.shape);
  return {mapped(caller, first_processes(hosts))};
}

void configure(const Method& method, const std::vector<Host>& hosts, const MappedGrid& grid) {
  setenv("HETSCALAPACK_MODE", "always", 1);
  setenv("HETSCALAPACK_GRID", method.plan.c_str(), 1);
  setenv("HETSCALAPACK_CYCLE_TIMES", fmt::format("{}", fmt::join(cycle_times(hosts, grid.map), ",")).c_str(),
         1);
}

}  // namespace het::testing
