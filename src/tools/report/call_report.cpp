#include "src/tools/report/call_report.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"
#include "src/base/precision.hpp"
#include "src/base/text/message.hpp"
#include "src/base/text/text_file.hpp"
#include "src/model/routine_kind.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/input/json_lines.hpp"

namespace het {
namespace {

constexpr std::size_t largest_report = std::size_t{1} << 29;
constexpr std::string_view redistribution = "gemr2d";
// No call takes longer, and no clock tells less; in between, sums and ratios of seconds are ordinary numbers.
constexpr double most_seconds = 1e12, least_seconds = 1e-9;

// ScaLAPACK's name of a routine that the library can take: pdgetrf.
bool is_known(std::string_view routine) {
  if (routine.size() < 3 || routine[0] != 'p' || precision_letters.find(routine[1]) == std::string_view::npos)
    return false;
  const std::string_view family = routine.substr(2);
  return family == redistribution || std::ranges::any_of(all_routine_kinds, [&](RoutineKind kind) {
           return family == family_name(kind);
         });
}

double without_dust(double seconds) { return seconds < least_seconds ? 0 : seconds; }

double seconds_in(const Members& members, const char* key) {
  return without_dust(members.amount(key, most_seconds));
}

PhaseSeconds phases_in(const Members& members) {
  return {seconds_in(members, "plan"), seconds_in(members, "move_in"), seconds_in(members, "compute"),
          seconds_in(members, "move_out"), seconds_in(members, "total")};
}

CallWay way_in(const Members& members) {
  if (!members.flag("taken")) return CallWay::forwarded;
  if (!members.has("in_place")) return CallWay::taken;
  return members.flag("in_place") ? CallWay::in_place : CallWay::moved;
}

ProcessSeconds processes_in(const Members& members) {
  ProcessSeconds s;
  const std::pair<const char*, std::vector<double>*> lists[] = {{"busy", &s.busy},
                                                                {"update", &s.update},
                                                                {"panel", &s.panel},
                                                                {"exchange", &s.exchange},
                                                                {"broadcast", &s.broadcast}};
  for (const auto& [key, list] : lists) {
    *list = members.amounts(key, max_processors, most_seconds);
    std::ranges::transform(*list, list->begin(), without_dust);
    if (list->empty()) list->assign(s.busy.size(), 0);
    if (list->size() != s.busy.size()) members.refuse(key, fmt::format("a list of {}", s.busy.size()));
  }
  return s;
}

// The grid and the ranks on it, each once.
void read_order(const Members& members, CallReport& call) {
  if (!members.has("order")) return;
  call.places.assign(call.cycle_times.size(), -1);
  const auto& rows = members["order"];
  const char* must_be = "rows of equal length of different ranks";
  if (!rows.is_array() || rows.empty()) members.refuse("order", must_be);
  for (const auto& row : rows) {
    if (!row.is_array() || row.empty() || row.size() != rows[0].size()) members.refuse("order", must_be);
    for (const auto& rank : row) {
      if (!rank.is_number_integer() || rank < 0 || rank >= call.places.size() ||
          call.places[rank.get<std::size_t>()] >= 0)
        members.refuse("order", must_be);
      call.places[rank.get<std::size_t>()] = static_cast<int>(call.order.size());
      call.order.push_back(rank.get<int>());
    }
  }
  call.p = static_cast<int>(rows.size()), call.q = static_cast<int>(rows[0].size());
}

double computing_of(const CallReport& call) {
  const ProcessSeconds& s = call.seconds;
  double longest = call.measured.compute;
  for (std::size_t rank = 0; rank < call.processes(); ++rank)
    longest = std::max(
        {longest, s.busy[rank], s.update[rank] + s.panel[rank] + s.exchange[rank] + s.broadcast[rank]});
  return longest;
}

CallReport call_in(const nlohmann::json& line, const std::string& where) {
  const Members members(line, where);
  for (const char* key : {"routine", "m", "n", "k", "taken", "seconds"})
    require(members.has(key), "{}: it has no \"{}\", which each call of a report has", where, key);
  CallReport call;
  call.routine = members.name("routine");
  if (!is_known(call.routine)) {
    std::vector<std::string> names;
    for (const RoutineKind kind : all_routine_kinds) names.push_back(fmt::format("p?{}", family_name(kind)));
    members.refuse("routine", fmt::format("one of {}, p?{}", fmt::join(names, ", "), redistribution));
  }
  call.way = way_in(members);
  // What a wrong argument was is in the report as well: ScaLAPACK was given it.
  const Extent least = call.way == CallWay::forwarded ? -largest_size : 0;
  call.m = members.whole("m", least, largest_size);
  call.n = members.whole("n", least, largest_size);
  call.k = members.whole("k", least, largest_size);
  if (members.has("reason") && members["reason"].is_string())
    call.reason = printable(members["reason"].get_ref<const std::string&>());
  call.measured = phases_in(members.inside("seconds"));
  call.cycle_times = members.amounts("cycle_times", max_processors, max_cycle_time);
  const Members predicted = members.inside("predicted");
  if (predicted.has("compute")) call.predicted = phases_in(predicted);
  call.scalapack = seconds_in(predicted, "scalapack");
  call.seconds = processes_in(members);
  if (!call.cycle_times.empty() && call.processes() > 0 && call.processes() != call.cycle_times.size())
    members.refuse("busy", fmt::format("a list of {}, as \"cycle_times\" is", call.cycle_times.size()));
  read_order(members, call);
  call.computing = computing_of(call);
  return call;
}

}  // namespace

std::string_view way_name(CallWay way) {
  constexpr std::array<std::string_view, 4> names{"in place", "moved", "taken", "forwarded"};
  return names[static_cast<std::size_t>(way)];
}

double CallReport::busy_share(std::size_t rank) const {
  return computing > 0 ? seconds.busy[rank] / computing : 0;
}

double CallReport::mean_busy_share() const {
  const double all = computing * static_cast<double>(processes());
  return all > 0 ? std::accumulate(seconds.busy.begin(), seconds.busy.end(), 0.0) / all : 0;
}

std::optional<double> CallReport::predicted_over_measured() const {
  if (way == CallWay::forwarded)
    return scalapack > 0 && measured.total > 0 ? std::optional(scalapack / measured.total) : std::nullopt;
  // Planning is not predicted.
  const double took = measured.move_in + measured.compute + measured.move_out;
  if (!predicted || predicted->total <= 0 || took <= 0) return std::nullopt;
  return predicted->total / took;
}

std::string CallReport::size_text() const {
  const bool product = routine.ends_with(family_name(RoutineKind::gemm));
  return product ? fmt::format("{} x {} x {}", m, n, k) : fmt::format("{} x {}", m, n);
}

ReportedCalls parse_calls(std::string_view text, std::string_view name) {
  ReportedCalls all;
  all.left_out = each_json_line(text, name, [&](nlohmann::json& line, const std::string& where) {
    all.calls.push_back(call_in(line, where));
  });
  if (!all.calls.empty()) return all;
  throw Error(all.left_out.empty() ? fmt::format("{}, line 1: it holds no call", name)
                                   : all.left_out.front() + "; there is no other call");
}

ReportedCalls read_calls(const std::string& path) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "standard input" : fmt::format("file '{}'", path);
  const TextFile file =
      standard_input ? text_in(STDIN_FILENO, largest_report) : text_of(path, largest_report);
  require(file.why.empty(), "{} {}", name, file.why);
  return parse_calls(file.text, standard_input ? name : path);
}

}  // namespace het
