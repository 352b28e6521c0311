#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/tools/picture/block_picture.hpp"
#include "src/tools/report/parts.hpp"
#include "src/tools/report/report_text.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "src/tools/terminal/process_table.hpp"

namespace het {
namespace {

constexpr std::size_t most_listed = 40;
constexpr CharStyle bold{true, false, false, std::nullopt};

void add_phases(CharGrid& sheet, const CallReport& call) {
  constexpr int predicted = 22, measured = 34, bar = 37, bar_width = 42;
  const int heading = sheet.rows() + 1;
  sheet.put(heading, 0, "seconds", bold);
  sheet.put_right(heading, predicted, "predicted");
  sheet.put_right(heading, measured, "measured");
  for (const Phase& phase : phases) {
    const int row = sheet.rows();
    const double seconds = call.measured.*phase.seconds;
    sheet.put(row, 0, phase.name);
    if (call.predicted && phase.seconds != &PhaseSeconds::plan)
      sheet.put_right(row, predicted, time_text((*call.predicted).*phase.seconds));
    sheet.put_right(row, measured, time_text(seconds));
    const double share = call.measured.total > 0 ? seconds / call.measured.total : 0;
    if (phase.seconds != &PhaseSeconds::total)
      sheet.bar(row, bar, bar_width, share, {false, false, true, update_colour});
    else if (const auto ratio = call.predicted_over_measured(); ratio && call.taken())
      sheet.put(row, bar, "predicted / measured, without plan: " + ratio_text(*ratio));
  }
  if (call.scalapack <= 0) return;
  const int row = sheet.rows();
  sheet.put(row, 0, "ScaLAPACK");
  sheet.put_right(row, predicted, time_text(call.scalapack));
  if (call.taken() && call.measured.total > 0)
    sheet.put(row, bar, ratio_text(call.scalapack / call.measured.total) + " times as long");
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
    fill(static_cast<int>(std::lround(std::min(sum / call.computing, 1.0) * width)), parts[k].mark,
         parts[k].colour);
  }
  fill(width, idle_mark, idle_colour);
}

// Where the columns of the processes begin or (rank, time, busy, share) end: as wide as ranks and places need.
struct Columns {
  explicit Columns(const CallReport& call) {
    const auto length = [](std::size_t number) {
      return static_cast<int>(fmt::formatted_size("{}", number));
    };
    const auto largest = [](int count) { return static_cast<std::size_t>(std::max(count, 1) - 1); };
    rank = std::max(4, length(call.processes() - 1));
    place = rank + 2;
    time = place + std::max(9, length(largest(call.p)) + length(largest(call.q)) + 4) + 11;
    busy = time + 10, share = busy + 8, bar = share + 2, bar_width = terminal_width - 1 - bar;
  }
  int rank, place, time, busy, share, bar, bar_width;
};

void add_processes(CharGrid& sheet, const CallReport& call) {
  if (call.processes() == 0 || call.computing <= 0) return;
  const bool panels = has_panels(call);
  add_legend(sheet, panels);
  const Columns at(call);
  const int heading = sheet.rows();
  sheet.put_right(heading, at.rank, "rank");
  sheet.put(heading, at.place, "place");
  sheet.put_right(heading, at.time, "cycle-time");
  sheet.put_right(heading, at.busy, "busy");
  if (panels) sheet.put_right(heading, terminal_width, "panel and exchange include waiting");
  for (const std::size_t rank : shown_ranks(call, most_listed)) {
    const int row = sheet.rows();
    sheet.put_right(row, at.rank, fmt::format("{}", rank));
    sheet.put(row, at.place, place_of(call, rank));
    if (!call.cycle_times.empty()) sheet.put_right(row, at.time, short_number(call.cycle_times[rank]));
    sheet.put_right(row, at.busy, time_text(call.seconds.busy[rank]));
    sheet.put_right(row, at.share, percent(call.busy_share(rank)));
    add_bar(sheet, row, at.bar, at.bar_width, call, rank);
  }
  if (const std::string more = not_shown(call, most_listed); !more.empty()) sheet.put(sheet.rows(), 2, more);
}

}  // namespace

std::string call_text(const CallReport& call, bool colour) {
  CharGrid sheet;
  sheet.put(0, 0, title_of(call), bold);
  sheet.put(1, 0, subtitle_of(call));
  for (const std::string& line : reason_lines(call, terminal_width - 1)) sheet.put(sheet.rows(), 0, line);
  add_phases(sheet, call);
  add_processes(sheet, call);
  return sheet.text(colour);
}

}  // namespace het
