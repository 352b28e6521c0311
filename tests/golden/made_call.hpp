#pragma once
// Lines of reports made by hand.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace het::test {

// A call of four processes, of which process r computes (4 - r) / 4 of a second of one; predicted at `ratio` of it.
inline nlohmann::ordered_json made_call(const std::string& routine, int n, bool taken, double ratio) {
  nlohmann::ordered_json call{{"routine", routine}, {"m", n}, {"n", n}, {"k", n}, {"taken", taken}};
  call["reason"] = taken ? "in place" : "too small";
  call["seconds"] = {{"plan", 0.125}, {"move_in", 0}, {"compute", 1}, {"move_out", 0}, {"total", 1.125}};
  if (!taken) return call;
  call["in_place"] = true;
  call["cycle_times"] = {1, 1, 1, 2};
  call["order"] = {{0, 1}, {2, 3}};
  call["predicted"] = {
      {"move_in", 0}, {"compute", ratio}, {"move_out", 0}, {"total", ratio}, {"scalapack", 2.25}};
  call["busy"] = {1, 0.75, 0.5, 0.25};
  call["update"] = {0.75, 0.5, 0.25, 0.25};
  call["panel"] = {0.25, 0.25, 0.25, 0};
  call["exchange"] = {0, 0, 0.25, 0};
  call["broadcast"] = {0, 0.25, 0, 0.5};
  return call;
}

// The same call of p x q processes with ranks by columns of the grid, all equally fast; the higher the rank, the idler.
inline nlohmann::ordered_json made_call_of(int p, int q) {
  auto call = made_call("pdgetrf", 20000, true, 1);
  const int count = p * q;
  for (const char* key : {"busy", "update", "panel", "exchange", "broadcast"}) {
    std::vector<double> values;
    for (int rank = 0; rank < count; ++rank)
      values.push_back(0.25 * static_cast<double>(count - rank) / count);
    call[key] = values;
  }
  call["cycle_times"] = std::vector<double>(static_cast<std::size_t>(count), 1);
  std::vector<std::vector<int>> order(static_cast<std::size_t>(p));
  for (int rank = 0; rank < count; ++rank) order[static_cast<std::size_t>(rank % p)].push_back(rank);
  call["order"] = order;
  return call;
}

}  // namespace het::test
