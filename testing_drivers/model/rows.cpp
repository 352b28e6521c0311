#include "testing_drivers/model/rows.hpp"

#include <fmt/format.h>

#include <istream>
#include <nlohmann/json.hpp>

#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {
namespace {

nlohmann::ordered_json json_of(const CallSeconds& seconds, bool parts) {
  nlohmann::ordered_json object;
  for (const PartOfCall& part : parts_of_call)
    if (parts || part.seconds == &CallSeconds::total) object[part.name] = seconds.*part.seconds;
  return object;
}

CallSeconds seconds_of(const nlohmann::json& object) {
  CallSeconds seconds;
  for (const PartOfCall& part : parts_of_call) seconds.*part.seconds = object.value(part.name, 0.0);
  return seconds;
}

ModelRow row_of(const nlohmann::json& line) {
  ModelRow row;
  row.label = line.value("label", "");
  for (auto [name, text] :
       {std::pair{"routine", &row.routine}, {"grid", &row.grid}, {"way", &row.way}, {"used", &row.used}})
    *text = line.at(name).get<std::string>();
  row.n = line.at("n");
  row.nb = line.at("nb");
  row.measured = seconds_of(line.at("measured"));
  if (!line.at("predicted").is_null()) row.predicted = seconds_of(line.at("predicted"));
  return row;
}

}  // namespace

std::optional<double> ModelRow::ratio() const {
  if (!predicted || measured.total <= 0) return std::nullopt;
  return predicted->total / measured.total;
}

void print_model_header(std::FILE* out) {
  fmt::print(out, "{:8} {:>6} {:>4} {:>6} {:>8} {:>9} {:>10} {:>10} {:>6}", "ROUTINE", "N", "NB", "GRID",
             "WAY", "USED", "PREDICTED", "MEASURED", "RATIO");
  for (const char* part : {"MOVE-IN", "COMPUTE", "MOVE-OUT"}) fmt::print(out, " {:>19}", part);
  fmt::print(out, "\n");
}

void print_model_row(const ModelRow& row, std::FILE* out) {
  const auto number = [](std::optional<double> value, int digits) {
    return value ? fmt::format("{:.{}f}", *value, digits) : std::string("-");
  };
  const auto predicted = [&](double CallSeconds::*part) {
    return row.predicted ? std::optional((*row.predicted).*part) : std::nullopt;
  };
  fmt::print(out, "{:8} {:>6} {:>4} {:>6} {:>8} {:>9} {:>10} {:>10.5f} {:>6}", row.routine, row.n, row.nb,
             row.grid, row.way, row.used, number(predicted(&CallSeconds::total), 5), row.measured.total,
             number(row.ratio(), 3));
  for (const PartOfCall& part : parts_of_call)
    if (part.seconds != &CallSeconds::total && !row.by_scalapack())
      fmt::print(out, " {:>9} {:>9.5f}", number(predicted(part.seconds), 5), row.measured.*part.seconds);
  fmt::print(out, "\n");
}

std::string json_of(const ModelRow& row) {
  nlohmann::ordered_json line;
  if (!row.label.empty()) line["label"] = row.label;
  line["routine"] = row.routine;
  line["n"] = row.n;
  line["nb"] = row.nb;
  line["grid"] = row.grid;
  line["way"] = row.way;
  line["used"] = row.used;
  line["predicted"] = row.predicted ? json_of(*row.predicted, !row.by_scalapack()) : nullptr;
  line["measured"] = json_of(row.measured, !row.by_scalapack());
  line["ratio"] = row.ratio() ? nlohmann::ordered_json(*row.ratio()) : nullptr;
  return line.dump();
}

std::vector<ModelRow> rows_of(std::istream& lines, const std::string& file) {
  std::vector<ModelRow> rows;
  int number = 0;
  for (std::string text; std::getline(lines, text);) try {
      ++number;
      const auto line = nlohmann::json::parse(text);
      if (line.contains("predicted")) rows.push_back(row_of(line));
    } catch (const nlohmann::json::exception&) {
      throw InputError{fmt::format("{}: line {} is none of xhetmodel --json", file, number)};
    }
  return rows;
}

}  // namespace het::testing
