// trace_check TRACE REPORT PROCESSES: the trace (HETSCALAPACK_TRACE) of a program tells the same of each taken call
// as its report: a row for each process, whose events follow each other without gap or overlap and add up to the
// report's split, in which a product's panels are waited for. Exit 0 when it does.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using nlohmann::json;

int failures = 0;

template <class... Args>
void expect(bool good, fmt::format_string<Args...> text, Args&&... args) {
  if (good) return;
  ++failures;
  fmt::print(stderr, "trace_check: {}\n", fmt::format(text, std::forward<Args>(args)...));
}

struct Event {
  std::string name;
  double begin, end;  // microseconds
};
// By call and process.
using Rows = std::map<std::pair<int, int>, std::vector<Event>>;

Rows rows_of(const json& trace, const std::vector<json>& calls, int processes) {
  Rows rows;
  std::map<int, std::string> names;
  for (const json& event : trace) {
    expect(event.at("pid") == 0, "pid {}", event.at("pid").dump());
    const int process = event.at("tid");
    if (event.at("name") == "thread_name") names[process] = event.at("args").at("name");
    if (event.at("ph") != "X") continue;
    const int call = event.at("args").at("call");
    expect(names.contains(process), "process {} has events before its name", process);
    expect(event.at("args").at("routine") == calls.at(static_cast<std::size_t>(call - 1)).at("routine"),
           "call {} is of another routine", call);
    const double begin = event.at("ts"), length = event.at("dur");
    rows[{call, process}].push_back({event.at("name"), begin, begin + length});
  }
  for (int process = 0; process < processes; ++process)
    expect(names[process] == fmt::format("process {}", process), "process {} has no row", process);
  return rows;
}

void expect_seconds(const char* what, double in_trace, double in_report, std::size_t events, int call,
                    int process) {
  // Each event's ends are rounded to nanoseconds.
  const double rounding = 1e-7 + 2e-9 * static_cast<double>(events);
  expect(std::abs(in_trace - in_report) <= rounding, "call {}, process {}: {} {} s, in the report {} s", call,
         process, what, in_trace, in_report);
}

void check_row(const std::vector<Event>& row, const json& call, int number, int process) {
  std::map<std::string, double> sums;
  double all = 0, latest = row.front().begin;
  for (const Event& event : row) {
    expect(std::abs(event.begin - latest) < 2e-3,
           "call {}, process {}: {} begins at {} us, after what ended at {}", number, process, event.name,
           event.begin, latest);
    latest = event.end;
    sums[event.name] += 1e-6 * (event.end - event.begin);
    all += 1e-6 * (event.end - event.begin);
  }
  const auto at = static_cast<std::size_t>(process);
  for (const char* part : {"panel", "broadcast", "exchange", "update"})
    expect_seconds(part, sums[part], call.at(part).at(at), row.size(), number, process);
  if (process != call.at("seconds_of").get<int>()) return;
  const json& seconds = call.at("seconds");
  const std::map<std::string, const char*> phases{
      {"plan", "plan"}, {"move in", "move_in"}, {"move out", "move_out"}};
  for (const auto& [name, key] : phases) {
    expect_seconds(key, sums[name], seconds.at(key), row.size(), number, process);
    all -= sums[name];
  }
  expect_seconds("compute", all, seconds.at("compute"), row.size(), number, process);
}

// Nobody has all of A and B: no layout does without panels of others.
void check_waits(const json& call) {
  const std::string routine = call.at("routine");
  const auto waits = call.at("broadcast").get<std::vector<double>>();
  expect(!routine.ends_with("gemm") || std::ranges::any_of(waits, [](double wait) { return wait > 0; }),
         "nobody waited for panels: {}", call.dump());
}

void check(const json& trace, const std::vector<json>& calls, int processes) {
  const Rows rows = rows_of(trace, calls, processes);
  expect(!calls.empty(), "no call was taken");
  for (const json& call : calls) check_waits(call);
  for (int number = 1; number <= static_cast<int>(calls.size()); ++number)
    for (int process = 0; process < processes; ++process) {
      const auto row = rows.find({number, process});
      expect(row != rows.end(), "call {} has no event of process {}", number, process);
      if (row == rows.end()) continue;
      check_row(row->second, calls[static_cast<std::size_t>(number - 1)], number, process);
      // Clocks agree: all processes are at work at the same time, and none before the call before was over.
      const auto& root = rows.at({number, 0});
      expect(row->second.front().begin < root.back().end && root.front().begin < row->second.back().end,
             "call {}: process {} was at work when process 0 was not", number, process);
      const auto before = rows.find({number - 1, process});
      expect(before == rows.end() || before->second.back().end <= row->second.front().begin,
             "process {}: call {} begins before the one before ends", process, number);
    }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    std::ifstream trace_file(argv[1]), report(argv[2]);
    const json trace = json::parse(trace_file);
    std::vector<json> calls;
    for (std::string line; std::getline(report, line);)
      if (json call = json::parse(line); call.at("taken")) calls.push_back(std::move(call));
    check(trace, calls, std::stoi(argv[3]));
    fmt::print("{} events of {} calls\n", trace.size(), calls.size());
  } catch (const std::exception& error) {
    expect(false, "{}", error.what());
  }
  return failures == 0 ? 0 : 1;
}
