#include <algorithm>
#include <nlohmann/json.hpp>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/input/processors.hpp"

namespace het {
namespace {

using nlohmann::json;

constexpr Extent largest_size = Extent{1} << 40;

std::string shown_alone(const json& value) {
  if (value.is_structured())
    return fmt::format("{} of {}", value.is_array() ? "a list" : "an object", value.size());
  return shortened(printable(value.dump(-1, ' ', false, json::error_handler_t::replace)), 40);
}

// A value as a message shows it. Two levels at most: however deep it is, nothing recurses into it.
std::string shown(const json& value) {
  if (!value.is_array() || value.size() > 4) return shown_alone(value);
  std::string text;
  for (const json& entry : value) text += (text.empty() ? "" : ", ") + shown_alone(entry);
  return "[" + text + "]";
}

// A whole number in a range, or 0 where there is none of that name.
Extent whole(const json& line, const char* key, Extent smallest, Extent largest, std::string_view where) {
  if (!line.contains(key)) return 0;
  const json& value = line[key];
  const bool good = value.is_number_integer() && value >= smallest && value <= largest;
  require(good, "{}: \"{}\" is {}; it must be a whole number from {} to {}", where, key, shown(value),
          smallest, largest);
  return value.get<Extent>();
}

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
  call.m = whole(line, "m", 0, largest_size, where);
  call.n = whole(line, "n", 0, largest_size, where);
  call.k = whole(line, "k", 0, largest_size, where);
  if (line.contains("routine")) {
    const json& routine = line["routine"];
    require(routine.is_string() && is_printable(routine.get_ref<const std::string&>()),
            "{}: \"routine\" is {}; it must be a name", where, shown(routine));
    call.routine = routine.get<std::string>();
  }
  if (line.contains("grid")) read_grid(line, result.cycle_times.size(), where, call);
  return result;
}

}  // namespace

Processors parse_report(std::string_view text, std::string_view name) {
  json chosen;
  std::string where;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view raw = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(raw.size() + 1, text.size()));
    if (raw.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    json line = json::parse(raw, nullptr, false);
    require(line.is_object(), "{}, line {}: '{}' is no JSON object", name, number,
            shortened(printable(raw), 40));
    if (!line.contains("cycle_times") || (chosen.contains("grid") && !line.contains("grid"))) continue;
    chosen = std::move(line);
    where = fmt::format("{}, line {}", name, number);
  }
  require(!where.empty(), "{}: no call in it has \"cycle_times\"", name);
  return processors_in(chosen, where);
}

}  // namespace het
