// model_check REPORT ROWS < JSON lines of xhetmodel with one repetition: each row is what the report says of its call.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/dropin/drivers/demand.hpp"

namespace {

using het::test::demand;
using nlohmann::json;

bool equal(const json& a, const json& b) {
  const double x = a, y = b;
  return std::abs(x - y) <= 1e-9 * std::abs(y);
}

std::string grid_of(const json& call) {
  return std::to_string(call.at("grid")[0].get<int>()) + "x" + std::to_string(call.at("grid")[1].get<int>());
}

// The calls of the cases; those that only begin a context have order 1.
std::vector<json> calls_of(const char* report) {
  std::vector<json> calls;
  std::ifstream in(report);
  for (std::string line; std::getline(in, line);)
    if (auto call = json::parse(line); call.at("n").get<int>() > 1) calls.push_back(std::move(call));
  return calls;
}

// `scalapack`: what was predicted of ScaLAPACK by the calls before of the same case.
void check(const json& row, const json& call, double scalapack) {
  for (const char* key : {"routine", "n"}) demand(row.at(key) == call.at(key), std::string(key) + " differs");
  const auto &predicted = row.at("predicted"), &measured = row.at("measured");
  // Of the slowest process; parts are of the busiest one, as in the report.
  demand(measured.at("total") >= call.at("seconds").at("total"), "quicker than its own report");
  demand(equal(row.at("ratio"), predicted.at("total").get<double>() / measured.at("total").get<double>()),
         "the ratio is not predicted / measured");
  const bool plain = row.at("way") == "plain";
  demand(call.at("taken") == !plain, "taken or not, against the way");
  if (plain) {
    demand(row.at("used") == "ScaLAPACK" && equal(predicted.at("total"), scalapack), "not ScaLAPACK's");
    return;
  }
  demand(row.at("used") == (call.at("in_place").get<bool>() ? "in place" : grid_of(call)), "another grid");
  for (const char* part : {"total", "move_in", "compute", "move_out"})
    demand(equal(predicted.at(part), call.at("predicted").at(part)), std::string(part) + " predicted");
  for (const char* part : {"move_in", "compute", "move_out"})
    demand(equal(measured.at(part), call.at("seconds").at(part)),
           std::string(part) + " of another process than its report");
  double parts = 0;
  for (const char* part : {"move_in", "compute", "move_out"}) parts += measured.at(part).get<double>();
  demand(parts <= measured.at("total").get<double>(), "the parts are more than the call");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto calls = calls_of(argv[1]);
  std::size_t rows = 0;
  double scalapack = 0;
  try {
    for (std::string line; std::getline(std::cin, line);) {
      const auto row = json::parse(line);
      if (row.contains("summary")) continue;
      demand(rows < calls.size(), "the report has no such call");
      const json& call = calls[rows];
      if (call.at("taken")) scalapack = call.at("predicted").at("scalapack");
      check(row, call, scalapack);
      ++rows;
    }
    demand(rows == calls.size() && rows == std::strtoul(argv[2], nullptr, 10),
           "not as many rows as expected");
  } catch (const std::exception& error) {
    std::cerr << "model_check: row " << rows + 1 << ": " << error.what() << '\n';
    return 1;
  }
  return 0;
}
