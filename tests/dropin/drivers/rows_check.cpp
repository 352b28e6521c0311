// rows_check ROWS < JSON lines of a driver: every line has every key of the contract, and there are as many
// as expected.
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

int main(int argc, char** argv) {
  const int expected = argc > 1 ? std::atoi(argv[1]) : -1;
  int rows = 0;
  try {
    for (std::string line; std::getline(std::cin, line); ++rows) {
      const auto row = nlohmann::json::parse(line);
      for (const char* key : {"routine", "type", "grid", "mode"}) row.at(key).get<std::string>();
      for (const char* key : {"m", "n", "k", "nb"}) row.at(key).get<int>();
      for (const char* key : {"seconds", "seconds_min", "plan", "move_in", "compute", "move_out", "gflops",
                              "speedup", "bound", "residual"})
        row.at(key).get<double>();
      if (!row.at("passed").get<bool>()) throw std::runtime_error("not passed");
      const bool taken = row.at("taken");
      if (taken != (row.at("mode") == "always") && row.at("mode") != "auto")
        throw std::runtime_error("mode and taken do not fit");
      if (row.at("seconds_min").get<double>() > row.at("seconds").get<double>())
        throw std::runtime_error("the least is above the median");
    }
  } catch (const std::exception& error) {
    std::cerr << "rows_check: row " << rows + 1 << ": " << error.what() << '\n';
    return 1;
  }
  if (rows != expected) std::cerr << "rows_check: " << rows << " rows, expected " << expected << '\n';
  return rows == expected ? 0 : 1;
}
