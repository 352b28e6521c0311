#include "testing_drivers/xhet/sweep/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace het::testing {
namespace {

template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nullptr;
}

// Keys in the order of writing. A residual that is not a number becomes null beside "passed": false.
std::string json_line(const Row& row, const DriverSpec& spec) {
  nlohmann::ordered_json line;
  line["routine"] = row.routine;
  line["type"] = std::string(1, row.type);
  line["m"] = row.size.m;
  line["n"] = row.size.n;
  line["k"] = row.size.k;
  for (const WordOption& word : spec.words) line[word.name] = row.words.at(word.name);
  line["nb"] = row.nb;
  line["grid"] = row.grid.text();
  line["mode"] = row.mode;
  line["taken"] = row.taken;
  line["in_place"] = row.in_place;
  line["reason"] = row.reason;
  line["seconds"] = row.seconds;
  line["seconds_min"] = row.seconds_min;
  line["seconds_first"] = row.seconds_first;
  for (std::size_t at = 0; at < phases.size(); ++at)
    if (spec.factors || !phases[at].of_factors) line[phases[at].key] = row.split[at];
  line["gflops"] = row.gflops;
  line["speedup"] = or_null(row.speedup);
  line["bound"] = or_null(row.bound);
  line["bytes_moved"] = row.bytes_moved;
  line["bytes_allocated"] = row.bytes_allocated;
  line["residual"] = or_null(row.residual);
  if (spec.factors) {
    line["solve_residual"] = or_null(row.solve_residual);
    line["info"] = row.info;
  }
  line["passed"] = or_null(row.passed);
  return line.dump();
}

std::string number_or_dash(fmt::format_string<double&> format, std::optional<double> value) {
  return value ? fmt::format(format, *value) : "-";
}

struct Column {
  std::string header;
  std::size_t width;
  std::string value;
};

std::vector<Column> columns_of(const Row& row, const DriverSpec& spec) {
  std::vector<Column> columns;
  const auto add = [&](std::string header, std::size_t width, std::string value) {
    columns.push_back({std::move(header), width, std::move(value)});
  };
  add("ROUTINE", 8, row.routine);
  add("M", 6, std::to_string(row.size.m));
  add("N", 6, std::to_string(row.size.n));
  if (!spec.factors) add("K", 6, std::to_string(row.size.k));
  for (const WordOption& word : spec.words) {
    std::size_t width = word.header.size();
    for (const std::string& allowed : word.allowed) width = std::max(width, allowed.size());
    add(word.header, width, row.words.at(word.name));
  }
  add("NB", 4, std::to_string(row.nb));
  add("GRID", 5, row.grid.text());
  add("MODE", 6, row.mode);
  add("TAKEN", 5, row.taken ? "yes" : "no");
  add("SECONDS", 10, fmt::format("{:.6f}", row.seconds));
  add("MIN", 10, fmt::format("{:.6f}", row.seconds_min));
  for (std::size_t at = 0; at < phases.size(); ++at)
    if (*phases[at].header != '\0' && (spec.factors || !phases[at].of_factors))
      add(phases[at].header, 8, fmt::format("{:.5f}", row.split[at]));
  add("GFLOP/S", 8, fmt::format("{:.2f}", row.gflops));
  add("SPEEDUP", 7, number_or_dash("{:.3f}", row.speedup));
  add("BOUND", 6, number_or_dash("{:.2f}", row.bound));
  add("RESIDUAL", 9, number_or_dash("{:.2e}", row.residual));
  if (spec.factors) add("SOLVE", 9, number_or_dash("{:.2e}", row.solve_residual));
  add("CHECK", 6, !row.passed ? "-" : *row.passed ? "PASSED" : "FAILED");
  return columns;
}

}  // namespace

void RowPrinter::print(const Row& row) {
  if (json_) {
    fmt::print(out_, "{}\n", json_line(row, spec_));
  } else {
    const auto columns = columns_of(row, spec_);
    const auto print_line = [&](std::string Column::*text) {
      std::string line;
      for (const Column& column : columns) line += fmt::format("{:>{}} ", column.*text, column.width);
      line.back() = '\n';
      fmt::print(out_, "{}", line);
    };
    if (!started_) print_line(&Column::header);
    print_line(&Column::value);
  }
  started_ = true;
  std::fflush(out_);
}

}  // namespace het::testing
