// replay_rows_check MODES CLASS/ROUTINE=CALLS... < JSON lines of xhetreplay: there are exactly these rows, with sums
// for each class and for all that add up, right results, tiny calls forwarded in auto, none of the library's in again, and
// no other mode quicker than the best.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/dropin/drivers/demand.hpp"

namespace {

using het::test::demand;
using nlohmann::json;

std::string name_of(const json& row) {
  return row.at("class").get<std::string>() + "/" + row.at("routine").get<std::string>();
}

// What is counted and timed of a row.
struct Sums {
  long calls = 0;
  double best = 0;
  std::map<std::string, double> by_key;  // "seconds auto"

  void add(const json& row) {
    calls += row.at("calls").get<long>();
    best += row.at("best").get<double>();
    for (const char* key : {"seconds", "seen", "taken", "plan"})
      for (const auto& [mode, value] : row.at(key).items()) by_key[key + (" " + mode)] += value.get<double>();
  }
  bool close_to(const Sums& other) const {
    const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(a) + 1e-12; };
    bool same = calls == other.calls && close(best, other.best) && by_key.size() == other.by_key.size();
    for (const auto& [key, value] : by_key) same = same && close(value, other.by_key.at(key));
    return same;
  }
};

void check_row(const json& row, const std::vector<std::string>& modes) {
  demand(row.at("passed").get<bool>(), "not passed");
  demand(row.at("residual").get<double>() <= 1, "residual above what passes");
  demand(row.at("seconds").size() == modes.size(), "not as many modes as were asked for");
  const double plain = row.at("seconds").at("plain");
  for (const std::string& mode : modes) {
    const double seconds = row.at("seconds").at(mode);
    demand(seconds > 0, "no seconds");
    demand(mode == "again" || row.at("best").get<double>() <= seconds * (1 + 1e-9), "best is not the best");
    if (mode == "plain") continue;
    demand(std::abs(row.at("ratio").at(mode).get<double>() - seconds / plain) < 1e-9, "ratio of the seconds");
    demand(row.at("median_ratio").at(mode).get<double>() > 0, "median of the ratios");
    const long seen = row.at("seen").at(mode), taken = row.at("taken").at(mode);
    if (mode == "again")
      demand(seen == 0, "plain calls that reached the library");
    else
      demand(seen >= row.at("calls").get<long>(), "calls that never reached the library");
    demand(taken <= seen, "more taken than seen");
    if (mode == "always")
      demand(2 * taken >= seen, "always left calls alone");  // half of QR's ask for workspace
    if (mode == "auto" && row.at("class") == "tiny") demand(taken == 0, "a tiny call was taken in auto");
  }
}

void check(std::istream& in, const std::vector<std::string>& modes, std::map<std::string, long> expected) {
  Sums of_class, of_all;
  bool ended = false;
  for (std::string line; std::getline(in, line);) {
    const json row = json::parse(line);
    const std::string name = name_of(row);
    demand(!ended, name + " follows the sum of all");
    try {
      check_row(row, modes);
    } catch (const std::exception& error) {
      throw std::runtime_error(name + ": " + error.what());
    }
    Sums mine;
    mine.add(row);
    if (row.at("class") == "all") {
      demand(mine.close_to(of_all), "the classes do not add up to the sum of all");
      ended = true;
    } else if (row.at("routine") == "all") {
      demand(mine.close_to(of_class), name + ": the routines do not add up");
      of_class = {};
      of_all.add(row);
    } else {
      demand(expected[name] == row.at("calls").get<long>(), name + ": " + row.at("calls").dump() + " calls");
      expected.erase(name);
      of_class.add(row);
    }
  }
  demand(ended, "no sum of all");
  for (const auto& [name, calls] : expected) demand(calls == 0, name + " is missing");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> modes;
  std::map<std::string, long> expected;
  std::istringstream list(argc > 1 ? argv[1] : "");
  for (std::string mode; std::getline(list, mode, ',');) modes.push_back(mode);
  for (int at = 2; at < argc; ++at) {
    const std::string given = argv[at];
    const auto split = given.find('=');
    expected[given.substr(0, split)] = std::atol(given.c_str() + split + 1);
  }
  try {
    check(std::cin, modes, expected);
  } catch (const std::exception& error) {
    std::cerr << "replay_rows_check: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
