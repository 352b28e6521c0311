// report_check: what HETSCALAPACK_REPORT says about the calls of one routine. Exit 0 when all demands are
// met.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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
  double min_taken = 0;  // share of the counted calls that were taken
  bool none_taken = false;
  std::string way;  // how all calls that were taken must have been: in_place, moved; empty: either
};

struct Count {
  int calls = 0, taken = 0, other_way = 0;
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
  const double compute = call.at("seconds").at("compute"),
               parts = of("panel")[0] + of("exchange")[0] + of("update")[0] + waits[0];
  if (parts > compute + rounding)
    throw std::runtime_error("parts of process 0 are longer than the whole: " + call.dump());
}

// Throws when a line is not what the report promises: one JSON object with routine, m, n, k, taken and
// reason, and of a call that was taken its shares and parts.
Count count_calls(std::istream& report, const Demands& demands) {
  Count count;
  for (std::string line; std::getline(report, line);) {
    const auto call = nlohmann::json::parse(line);
    const std::string routine = call.at("routine"), reason = call.at("reason");
    const bool taken = call.at("taken");
    if (routine != demands.routine) continue;
    const int smallest =
        std::min({call.at("m").get<int>(), call.at("n").get<int>(), call.at("k").get<int>()});
    if (smallest < demands.min_size) continue;
    ++count.calls;
    count.taken += taken ? 1 : 0;
    if (!taken) ++count.refusals[reason];
    if (taken) check_shares(call), check_parts(call);
    if (taken && !demands.way.empty() && call.at("in_place") != (demands.way == "in_place"))
      ++count.other_way;
  }
  return count;
}

bool met(const Count& count, const Demands& demands) {
  if (count.calls < demands.min_calls || count.other_way > 0) return false;
  return demands.none_taken ? count.taken == 0 : count.taken >= demands.min_taken * count.calls;
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
  app.add_flag("--none-taken", demands.none_taken);
  app.add_option("--way", demands.way)->check(CLI::IsMember({"in_place", "moved"}));
  CLI11_PARSE(app, argc, argv);
  std::ifstream report(demands.file);
  if (!report) {
    fmt::print(stderr, "report_check: {}: no such report\n", demands.file);
    return 1;
  }
  try {
    const Count count = count_calls(report, demands);
    fmt::print("{}: {} of {} calls taken\n", demands.routine, count.taken, count.calls);
    if (count.other_way > 0) fmt::print("  {} calls were not {}\n", count.other_way, demands.way);
    for (const auto& [reason, calls] : count.refusals) fmt::print("  {} forwarded: {}\n", calls, reason);
    return met(count, demands) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "report_check: {}: {}\n", demands.file, error.what());
    return 1;
  }
}
