#include <nlohmann/json.hpp>
#include <utility>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/json_lines.hpp"
#include "src/tools/input/processors.hpp"

namespace het {
namespace {

using nlohmann::json;

std::vector<double> cycle_times_in(const json& line, std::string_view where) {
  const json& list = line["cycle_times"];
  require(list.is_array() && !list.empty() && list.size() <= max_processors,
          "{}: \"cycle_times\" is {}; it must be a list of 1 to {} numbers", where, shown(list),
          max_processors);
  std::vector<double> cycle_times;
  for (const json& value : list) {
    require(value.is_number(), "{}: {} among \"cycle_times\" is no number", where, shown(value));
    cycle_times.push_back(value.get<double>());
  }
  try {
    require_cycle_times(cycle_times);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", where, error.what()));
  }
  return cycle_times;
}

void read_grid(const json& line, std::size_t processors, std::string_view where, ReportedCall& call) {
  const json& grid = line["grid"];
  const auto side = [&](std::size_t k) {
    return grid[k].is_number_integer() && grid[k] >= 1 && grid[k] <= max_processors;
  };
  require(grid.is_array() && grid.size() == 2 && side(0) && side(1),
          "{}: \"grid\" is {}; it must be two whole numbers from 1 to {}", where, shown(grid),
          max_processors);
  require(grid[0].get<Extent>() * grid[1].get<Extent>() <= static_cast<Extent>(processors),
          "{}: \"grid\" is {}; there are only {} processors", where, shown(grid), processors);
  call.p = grid[0].get<int>(), call.q = grid[1].get<int>();
}

Processors processors_in(const json& line, std::string_view where) {
  Processors result{cycle_times_in(line, where), {}, ReportedCall{}};
  ReportedCall& call = *result.call;
  const Members members(line, where);
  call.m = members.whole("m", 0, largest_size);
  call.n = members.whole("n", 0, largest_size);
  call.k = members.whole("k", 0, largest_size);
  call.routine = members.name("routine");
  if (line.contains("grid")) read_grid(line, result.cycle_times.size(), where, call);
  return result;
}

}  // namespace

Processors parse_report(std::string_view text, std::string_view name) {
  json chosen;
  std::string where;
  auto cut_off = each_json_line(text, name, [&](json& line, const std::string& at) {
    if (!line.contains("cycle_times") || (chosen.contains("grid") && !line.contains("grid"))) return;
    chosen = std::move(line);
    where = at;
  });
  require(!where.empty(), "{}: no call in it has \"cycle_times\"{}", name,
          cut_off.empty() ? "" : "; " + cut_off.front());
  Processors result = processors_in(chosen, where);
  result.left_out = std::move(cut_off);
  return result;
}

}  // namespace het
