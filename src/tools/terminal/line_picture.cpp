#include "src/tools/terminal/line_picture.hpp"

#include <fmt/format.h>

#include "src/model/total_speed.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/terminal/marks.hpp"
#include "src/tools/terminal/process_table.hpp"

namespace het {
namespace {

constexpr std::size_t most_listed = 60, most_chunks = 360;
// Where the columns begin, or the right ends of numbers.
constexpr int number = 3, host = 9, cycle_time = 31, chunks = 40, seconds = 50, bar = 52, bar_width = 20,
              busy_share = 79;
constexpr std::size_t host_width = 12;

// A line is a grid of one row, for marks and colours.
Arrangement as_row(const std::vector<double>& cycle_times) {
  std::vector<int> order(cycle_times.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  return Arrangement(1, static_cast<int>(cycle_times.size()), cycle_times, std::move(order));
}

void add_processor(CharGrid& sheet, const LinePlan& line, const Marks& marks, std::size_t k) {
  const int row = sheet.rows(), j = static_cast<int>(k);
  const double t = line.processors.cycle_times[k], time = t * static_cast<double>(line.counts[k]);
  sheet.put(row, 0, marks.of(0, j), marks.style(0, j));
  sheet.put(row, number, fmt::format("{}", k));
  if (!line.processors.names.empty()) sheet.put(row, host, shortened(line.processors.names[k], host_width));
  sheet.put_right(row, cycle_time, short_number(t));
  sheet.put_right(row, chunks, fmt::format("{}", line.counts[k]));
  sheet.put_right(row, seconds, line.counts[k] == 0 ? "idle" : short_number(time));
  const double share = line.makespan > 0 ? time / line.makespan : 0;
  sheet.bar(row, bar, bar_width, share, marks.style(0, j));
  sheet.put_right(row, busy_share, percent(share));
}

void add_processors(CharGrid& sheet, const LinePlan& line, const Marks& marks) {
  sheet.put(0, number, line.processors.names.empty() ? "processor" : "no.   host");
  sheet.put_right(0, cycle_time, "cycle-time");
  sheet.put_right(0, chunks, "chunks");
  sheet.put_right(0, seconds, "time");
  sheet.put(0, bar, "busy");
  const std::size_t all = line.counts.size();
  for (std::size_t k = 0; k < std::min(all, most_listed); ++k) add_processor(sheet, line, marks, k);
  if (all > most_listed)
    sheet.put(sheet.rows(), number,
              fmt::format("... and {} more; --json lists all of them", all - most_listed));
}

// The chunks in their order, by number, wrapped.
void add_order(CharGrid& sheet, const LinePlan& line, const Marks& marks) {
  const auto heading = "order of the chunks, by processor";
  sheet.put(sheet.rows() + 1, 0, heading, {true, false, false, std::nullopt});
  int row = sheet.rows(), at = 2;
  for (std::size_t k = 0; k < std::min(line.order.size(), most_chunks); ++k) {
    const std::string text = fmt::format(" {} ", line.order[k]);
    if (at + static_cast<int>(text.size()) > terminal_width) ++row, at = 2;
    at = sheet.put(row, at, text, marks.style(0, line.order[k]));
  }
  if (line.order.size() > most_chunks)
    sheet.put(row + 1, 2, fmt::format("... and {} more; --json lists all", line.order.size() - most_chunks));
}

}  // namespace

std::string terminal_picture(const LinePlan& line, bool colour) {
  const Arrangement row = as_row(line.processors.cycle_times);
  const Marks marks(row);
  CharGrid sheet;
  add_processors(sheet, line, marks);
  sheet.put(sheet.rows() + 1, 0,
            fmt::format("makespan {:.6g}; without rounding to whole chunks {:.6g}", line.makespan,
                        static_cast<double>(line.order.size()) / total_speed(line.processors.cycle_times)));
  add_order(sheet, line, marks);
  return sheet.text(colour);
}

}  // namespace het
