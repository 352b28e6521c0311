#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/tools/input/host_names.hpp"
#include "src/tools/picture/block_picture.hpp"
#include "src/tools/report/parts.hpp"
#include "src/tools/report/report_text.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "src/tools/terminal/process_table.hpp"
#include "src/tools/words/wrapped.hpp"

namespace het {
namespace {

constexpr std::size_t most_listed = 40;
constexpr CharStyle bold{true, false, false, std::nullopt};

void put_right(CharGrid& sheet, int row, int end, const std::string& text) {
  sheet.put(row, end - static_cast<int>(text_length(text)), text);
}

void add_phases(CharGrid& sheet, const CallReport& call) {
  constexpr int predicted = 22, measured = 34, bar = 37, bar_width = 42;
  const int heading = sheet.rows() + 1;
  sheet.put(heading, 0, "seconds", bold);
  put_right(sheet, heading, predicted, "predicted");
  put_right(sheet, heading, measured, "measured");
  for (const Phase& phase : phases) {
    const int row = sheet.rows();
    const double seconds = call.measured.*phase.seconds;
    sheet.put(row, 0, phase.name);
    if (call.predicted && phase.seconds != &PhaseSeconds::plan)
      put_right(sheet, row, predicted, time_text((*call.predicted).*phase.seconds));
    put_right(sheet, row, measured, time_text(seconds));
    const double share = call.measured.total > 0 ? seconds / call.measured.total : 0;
    if (phase.seconds != &PhaseSeconds::total)
      sheet.bar(row, bar, bar_width, share, {false, false, true, parts.front().colour});
    else if (const auto ratio = call.predicted_over_measured(); ratio && call.taken())
      sheet.put(row, bar, fmt::format("predicted / measured, without plan: {:.2f}", *ratio));
  }
  if (call.scalapack <= 0) return;
  const int row = sheet.rows();
  sheet.put(row, 0, "ScaLAPACK");
  put_right(sheet, row, predicted, time_text(call.scalapack));
  if (call.taken() && call.measured.total > 0)
    sheet.put(row, bar, fmt::format("{:.2f} times as long", call.scalapack / call.measured.total));
}

void add_legend(CharGrid& sheet, bool with_parts) {
  const int row = sheet.rows() + 1;
  sheet.put(row, 0, "each process, while computing", bold);
  int at = 0;
  const auto entry = [&](char mark, std::string_view name, Colour colour) {
    at = sheet.put(row + 1, at, std::string(1, mark), {false, false, false, colour});
    at = sheet.put(row + 1, at + 1, name) + 2;
  };
  for (const Part& part : parts)
    if (with_parts || part.seconds == &ProcessSeconds::update) entry(part.mark, part.name, part.colour);
  entry(idle_mark, "idle", idle_colour);
}

// Characters in proportion to the seconds, the ends rounded, so that they add up.
void add_bar(CharGrid& sheet, int row, int col, int width, const CallReport& call, std::size_t rank) {
  const auto seconds = parts_of(call, rank);
  double sum = 0;
  int at = 0;
  const auto fill = [&](int end, char mark, Colour colour) {
    if (end <= at) return;
    sheet.put(row, col + at, std::string(static_cast<std::size_t>(end - at), mark),
              {false, false, false, colour});
    at = end;
  };
  for (std::size_t k = 0; k < parts.size(); ++k) {
    sum += seconds[k];
    fill(static_cast<int>(std::lround(std::min(sum / call.computing(), 1.0) * width)), parts[k].mark,
         parts[k].colour);
  }
  fill(width, idle_mark, idle_colour);
}

void add_processes(CharGrid& sheet, const CallReport& call) {
  constexpr int place = 6, time = 26, busy = 36, share = 44, bar = 46, bar_width = 33;
  if (call.processes() == 0 || call.computing() <= 0) return;
  double beyond_update = 0;
  for (std::size_t rank = 0; rank < call.processes(); ++rank)
    for (std::size_t k = 1; k < parts.size(); ++k) beyond_update += parts_of(call, rank)[k];
  add_legend(sheet, beyond_update > 0);
  const int heading = sheet.rows();
  sheet.put(heading, 0, "rank");
  sheet.put(heading, place, "place");
  put_right(sheet, heading, time, "cycle-time");
  put_right(sheet, heading, busy, "busy");
  if (beyond_update > 0) sheet.put(heading, bar, "panel and exchange include waiting");
  for (const std::size_t rank : shown_ranks(call, most_listed)) {
    const int row = sheet.rows();
    put_right(sheet, row, 4, fmt::format("{}", rank));
    sheet.put(row, place, place_of(call, rank));
    if (!call.cycle_times.empty()) put_right(sheet, row, time, short_number(call.cycle_times[rank]));
    put_right(sheet, row, busy, time_text(call.seconds.busy[rank]));
    put_right(sheet, row, share, percent(call.busy_share(rank)));
    add_bar(sheet, row, bar, bar_width, call, rank);
  }
  if (const std::string more = not_shown(call, most_listed); !more.empty()) sheet.put(sheet.rows(), 6, more);
}

}  // namespace

std::string call_text(const CallReport& call, bool colour) {
  CharGrid sheet;
  sheet.put(0, 0, title_of(call), bold);
  sheet.put(1, 0, subtitle_of(call));
  if (!call.reason.empty() && call.way != CallWay::in_place && call.way != CallWay::moved) {
    const std::string reason = wrapped("reason: " + call.reason, terminal_width - 1);
    for (std::size_t at = 0; at < reason.size();) {
      const std::size_t end = std::min(reason.find('\n', at), reason.size());
      sheet.put(sheet.rows(), 0, reason.substr(at, end - at));
      at = end + 1;
    }
  }
  add_phases(sheet, call);
  add_processes(sheet, call);
  return sheet.text(colour);
}

}  // namespace het
