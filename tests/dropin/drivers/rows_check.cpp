// rows_check DRIVER ROWS < JSON lines of a driver: every line has every key of the contract, and there are as many
// as expected.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/dropin/drivers/demand.hpp"

namespace {

using het::test::demand;

void check(const nlohmann::json& row) {
  for (const char* key : {"routine", "type", "grid", "mode"}) row.at(key).get<std::string>();
  for (const char* key : {"m", "n", "k", "nb"}) row.at(key).get<int>();
  for (const char* key :
       {"seconds", "seconds_min", "plan", "move_in", "compute", "move_out", "gflops", "speedup", "residual"})
    row.at(key).get<double>();
  demand(row.at("passed").get<bool>(), "not passed");
  const bool taken = row.at("taken");
  const auto& bound = row.at("bound");
  demand(taken ? bound.get<double>() > 0 : bound.is_null(), "a bound of what has no plan, or none");
  demand(row.at("mode") != "plain" || row.at("reason") == "ScaLAPACK itself, as asked for",
         "plain for another reason than that");
  demand(taken == (row.at("mode") == "always") || row.at("mode") == "auto", "mode and taken do not fit");
  demand(row.at("seconds_min").get<double>() <= row.at("seconds").get<double>(),
         "the least is above the median");
  double phases = 0;
  for (const char* key : {"plan", "move_in", "compute", "move_out"}) phases += row.at(key).get<double>();
  demand(phases <= row.at("seconds").get<double>(), "the phases are more than the call");
  if (row.at("in_place").get<bool>())
    demand(phases - row.at("compute").get<double>() - row.at("plan").get<double>() < 1e-3,
           "in place, and moved");
}

// What only factorizations have. Square systems are solved; tall ones only by QR.
void check_factors(const nlohmann::json& row, bool qr) {
  double computing = 0;
  for (const char* key : {"panel", "broadcast", "exchange", "update"}) computing += row.at(key).get<double>();
  demand(!row.at("taken").get<bool>() || computing > 0, "phases of a process that has no part in the layout");
  demand(row.at("info").get<int>() == 0, "info is not 0");
  demand(row.at("matrix").is_string(), "no kind of matrix");
  const int m = row.at("m"), n = row.at("n");
  demand(row.at("k").get<int>() == std::min(m, n), "k is not the lesser one of m and n");
  demand(row.at("solve_residual").is_number() == (m == n || (qr && m > n)),
         "solved or not, against expectation");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string driver = argc > 1 ? argv[1] : "";
  const int expected = argc > 2 ? std::atoi(argv[2]) : -1;
  int rows = 0;
  try {
    for (std::string line; std::getline(std::cin, line); ++rows) {
      const auto row = nlohmann::json::parse(line);
      check(row);
      if (driver != "xhetgemm") check_factors(row, driver == "xhetqr");
    }
  } catch (const std::exception& error) {
    std::cerr << "rows_check: row " << rows + 1 << ": " << error.what() << '\n';
    return 1;
  }
  if (rows != expected) std::cerr << "rows_check: " << rows << " rows, expected " << expected << '\n';
  return rows == expected ? 0 : 1;
}
