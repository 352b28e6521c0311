// report_check: what HETSCALAPACK_REPORT says about the calls of one routine. Exit 0 when all demands are
// met.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Demands {
  std::string file, routine;
  int min_size = 0;      // calls with a smaller m, n or k are not counted
  int min_calls = 1;     // counted calls
  int last = 0;          // only so many of the last counted calls are judged; 0: all
  double min_taken = 0;  // share of the judged calls that were taken
  bool none_taken = false;
  std::string way;             // how all calls that were taken must have been: in_place, moved; empty: either
  std::vector<double> speeds;  // of the ranks, which the cycle-times must be like; empty: any
  double apart = 0;            // by how much of itself a speed may differ
};

struct Count {
  int calls = 0, judged = 0, taken = 0, other_way = 0;
  bool other_speeds = false;
  std::map<std::string, int> refusals;  // reason -> calls
};

// The shares of a call that was moved, of each grid row and column, in units of both axes; of one in place none.
void check_shares(const nlohmann::json& call) {
  const auto of_axis = [&](const std::string& axis, std::size_t processes) {
    const std::size_t shares = call.at(axis + "_shares").size();
    const bool in_place = call.at("in_place");
    if (in_place ? shares > 0 || call.contains(axis + "_unit")
                 : shares != processes || call.at(axis + "_unit").get<int>() < 1)
      throw std::runtime_error("shares of the " + axis + "s: " + call.dump());
  };
  of_axis("row", call.at("grid").at(0));
  of_axis("col", call.at("grid").at(1));
}

// What a call on several processes was made of: a product's panels are waited for, and no moment counts twice.
void check_parts(const nlohmann::json& call) {
  const auto of = [&](const char* part) { return call.at(part).get<std::vector<double>>(); };
  const std::string routine = call.at("routine");
  const auto waits = of("broadcast");
  if (routine.ends_with("gemm") && waits.size() > 1 && std::ranges::max(waits) <= 0)
    throw std::runtime_error("nobody waited for panels: " + call.dump());
  constexpr double rounding = 1e-6;
  const auto rank = call.at("seconds_of").get<std::size_t>();
  const auto& seconds = call.at("seconds");
  const double compute = seconds.at("compute"), parts = of("panel").at(rank) + of("exchange").at(rank) +
                                                        of("update").at(rank) + waits.at(rank);
  if (parts > compute + rounding)
    throw std::runtime_error("parts of that process are longer than the whole: " + call.dump());
  const auto busy = of("busy");  // a process that has no part in the layout is not
  if (busy.at(rank) < std::ranges::max(busy))
    throw std::runtime_error("phases of another process than the busiest: " + call.dump());
}

// The cycle-time of each rank in the middle one of these calls; none where a call has other ranks, or says nothing of them.
std::vector<double> middle_cycle_times(const std::vector<nlohmann::json>& calls, std::size_t ranks) {
  std::vector<double> middle;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    std::vector<double> times;
    for (const auto& call : calls)
      if (call.contains("cycle_times") && call.at("cycle_times").size() == ranks)
        times.push_back(call.at("cycle_times").at(rank));
    if (times.empty() || times.size() < calls.size()) return {};
    std::sort(times.begin(), times.end());
    middle.push_back(times[times.size() / 2]);
  }
  return middle;
}

// Whether each rank is as fast as was wanted, relative to the fastest, and none seems as fast as one that is clearly faster.
bool speeds_alike(const std::vector<double>& cycle_times, const Demands& demands) {
  constexpr double clearly = 1.3;
  const auto& wanted = demands.speeds;
  if (cycle_times.size() != wanted.size()) return false;
  const double least = *std::min_element(cycle_times.begin(), cycle_times.end());
  const double fastest = *std::max_element(wanted.begin(), wanted.end());
  for (std::size_t one = 0; one < wanted.size(); ++one) {
    if (std::abs(least / cycle_times[one] / (wanted[one] / fastest) - 1) > demands.apart) return false;
    for (std::size_t other = 0; other < wanted.size(); ++other)
      if (wanted[one] > clearly * wanted[other] && cycle_times[one] >= cycle_times[other]) return false;
  }
  return true;
}

// The calls of the routine. Throws when a line is not what the report promises: one JSON object with routine, m, n, k,
// taken and reason, and of a call that was taken its shares and parts.
std::vector<nlohmann::json> counted_calls(std::istream& report, const Demands& demands) {
  std::vector<nlohmann::json> calls;
  for (std::string line; std::getline(report, line);) {
    auto call = nlohmann::json::parse(line);
    const std::string routine = call.at("routine"), reason = call.at("reason");
    const bool taken = call.at("taken");
    if (routine != demands.routine) continue;
    const int smallest =
        std::min({call.at("m").get<int>(), call.at("n").get<int>(), call.at("k").get<int>()});
    if (smallest < demands.min_size) continue;
    if (taken) check_shares(call), check_parts(call);
    calls.push_back(std::move(call));
  }
  return calls;
}

Count judge(std::vector<nlohmann::json> calls, const Demands& demands) {
  Count count;
  count.calls = static_cast<int>(calls.size());
  if (demands.last > 0 && demands.last < count.calls) calls.erase(calls.begin(), calls.end() - demands.last);
  count.judged = static_cast<int>(calls.size());
  for (const nlohmann::json& call : calls) {
    const bool taken = call.at("taken");
    count.taken += taken ? 1 : 0;
    if (!taken) ++count.refusals[call.at("reason")];
    if (taken && !demands.way.empty() && call.at("in_place") != (demands.way == "in_place"))
      ++count.other_way;
  }
  if (!demands.speeds.empty()) {
    const auto middle = middle_cycle_times(calls, demands.speeds.size());
    count.other_speeds = !speeds_alike(middle, demands);
    fmt::print("{}: cycle-times {:.2f}, {} speeds {:.2f}\n", demands.routine, fmt::join(middle, " "),
               count.other_speeds ? "unlike" : "like", fmt::join(demands.speeds, " "));
  }
  return count;
}

bool met(const Count& count, const Demands& demands) {
  if (count.calls < demands.min_calls || count.other_way > 0 || count.other_speeds) return false;
  return demands.none_taken ? count.taken == 0 : count.taken >= demands.min_taken * count.judged;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Counts the calls of a routine in a report of the library");
  Demands demands;
  app.add_option("report", demands.file)->required();
  app.add_option("--routine", demands.routine)->required();
  app.add_option("--min-size", demands.min_size);
  app.add_option("--min-calls", demands.min_calls);
  app.add_option("--min-taken", demands.min_taken);
  app.add_option("--last", demands.last)->check(CLI::PositiveNumber);
  app.add_flag("--none-taken", demands.none_taken);
  app.add_option("--way", demands.way)->check(CLI::IsMember({"in_place", "moved"}));
  auto* speeds = app.add_option("--speeds", demands.speeds)->delimiter(',')->check(CLI::PositiveNumber);
  app.add_option("--apart", demands.apart)->needs(speeds);
  CLI11_PARSE(app, argc, argv);
  std::ifstream report(demands.file);
  if (!report) {
    fmt::print(stderr, "report_check: {}: no such report\n", demands.file);
    return 1;
  }
  try {
    const Count count = judge(counted_calls(report, demands), demands);
    fmt::print("{}: {} of {} calls taken{}\n", demands.routine, count.taken, count.judged,
               count.judged < count.calls ? fmt::format(", the last of {}", count.calls) : "");
    if (count.other_way > 0) fmt::print("  {} calls were not {}\n", count.other_way, demands.way);
    for (const auto& [reason, calls] : count.refusals) fmt::print("  {} forwarded: {}\n", calls, reason);
    return met(count, demands) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "report_check: {}: {}\n", demands.file, error.what());
    return 1;
  }
}
