#include "testing_drivers/simulation/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace het::testing {
namespace {

struct Part {
  const char* name;
  double hetscalapack_call::*seconds;
};
constexpr Part steps[] = {{"plan", &hetscalapack_call::plan},
                          {"move_in", &hetscalapack_call::move_in},
                          {"compute", &hetscalapack_call::compute},
                          {"move_out", &hetscalapack_call::move_out}};
constexpr Part work[] = {{"panel", &hetscalapack_call::panel},
                         {"broadcast", &hetscalapack_call::broadcast},
                         {"exchange", &hetscalapack_call::exchange},
                         {"update", &hetscalapack_call::update}};

// A product's local computing is its update.
double seconds_of(const hetscalapack_call& call, const Part& part) {
  const bool update = part.seconds == &hetscalapack_call::update;
  return update ? std::max(call.update, call.busy - call.panel) : call.*part.seconds;
}
// Of the computation, what is none of its parts.
double idle(const hetscalapack_call& call) {
  double rest = call.compute;
  for (const Part& part : work) rest -= seconds_of(call, part);
  return std::max(rest, 0.0);
}

// Of the process whose steps are told: one that is left out of the layout waits in move_out while others compute.
const hetscalapack_call& busiest(const SimulationRow& row) {
  return *std::ranges::max_element(row.calls, {}, &hetscalapack_call::busy);
}
double most(const SimulationRow& row, const Part& part) {
  double seconds = 0;
  for (const auto& call : row.calls) seconds = std::max(seconds, seconds_of(call, part));
  return seconds;
}
// The grid of the computation, in words.
std::string used(const SimulationRow& row) {
  const auto& first = row.calls.front();
  if (!row.by_library) return "ScaLAPACK";
  if (!first.taken) return "forwarded";
  return first.in_place ? "in place" : GridShape{first.nprow, first.npcol}.text();
}
double mean_idle(const SimulationRow& row) {
  double sum = 0;
  for (const auto& call : row.calls) sum += idle(call);
  return sum / static_cast<double>(row.calls.size());
}

void add_parts(const SimulationRow& row, nlohmann::ordered_json& line) {
  for (const Part& part : steps) line[part.name] = seconds_of(busiest(row), part);
  nlohmann::ordered_json& split = line["processes"];
  for (const Part& part : work) {
    for (const auto& call : row.calls) split[part.name].push_back(seconds_of(call, part));
  }
  for (const auto& call : row.calls) split["idle"].push_back(idle(call));
}

}  // namespace

void print_header(std::FILE* out) {
  fmt::print(out, "{:7} {:>6} {:>4} {:>7} {:16} {:>9} {:>10} {:>8}", "ROUTINE", "N", "NB", "GRID", "METHOD",
             "USED", "SECONDS", "GFLOP/S");
  for (const Part& part : steps) fmt::print(out, " {:>9}", part.name);
  for (const Part& part : work) fmt::print(out, " {:>9}", part.name);
  fmt::print(out, " {:>9}\n", "idle");
}

void print_row(const SimulationRow& row, bool split, std::FILE* out) {
  fmt::print(out, "p{}{:5} {:>6} {:>4} {:>7} {:16} {:>9} {:>10.5f} {:>8.2f}", row.type, row.routine, row.n,
             row.nb, row.grid.text(), row.method, used(row), row.seconds,
             row.operations / row.seconds * 1e-9);
  if (!row.by_library) {
    for (std::size_t part = 0; part <= std::size(steps) + std::size(work); ++part)
      fmt::print(out, " {:>9}", "-");
    fmt::print(out, "\n");
    return;
  }
  for (const Part& part : steps) fmt::print(out, " {:>9.5f}", seconds_of(busiest(row), part));
  for (const Part& part : work) fmt::print(out, " {:>9.5f}", most(row, part));
  fmt::print(out, " {:>9.5f}\n", mean_idle(row));
  if (!split) return;
  for (std::size_t rank = 0; rank < row.calls.size(); ++rank) {
    fmt::print(out, "{:>74}", fmt::format("process {}", rank));
    for (const Part& part : steps) fmt::print(out, " {:>9.5f}", seconds_of(row.calls[rank], part));
    for (const Part& part : work) fmt::print(out, " {:>9.5f}", seconds_of(row.calls[rank], part));
    fmt::print(out, " {:>9.5f}\n", idle(row.calls[rank]));
  }
}

void print_json(const SimulationRow& row, std::FILE* out) {
  const auto& first = row.calls.front();
  nlohmann::ordered_json line;
  line["routine"] = fmt::format("p{}{}", row.type, row.routine);
  line["n"] = row.n;
  line["nb"] = row.nb;
  line["grid"] = row.grid.text();
  line["method"] = row.method;
  line["taken"] = first.taken != 0;
  line["in_place"] = !row.by_library || first.in_place != 0;
  line["used"] = row.by_library ? GridShape{first.nprow, first.npcol}.text() : row.grid.text();
  line["seconds"] = row.seconds;
  line["gflops"] = row.operations / row.seconds * 1e-9;
  line["predicted"] = first.predicted;
  line["info"] = row.info;
  if (row.by_library) add_parts(row, line);
  fmt::print(out, "{}\n", line.dump());
}
}  // namespace het::testing
