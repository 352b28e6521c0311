#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "src/tools/help/wrapped.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/picture/block_picture.hpp"
#include "src/tools/report/parts.hpp"
#include "src/tools/report/report_text.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "src/tools/terminal/process_table.hpp"

namespace het {
namespace {

constexpr CharStyle bold{true, false, false, std::nullopt};
constexpr int size = 10, way = 25, calls = 41, median = 51, busy = 60, strip = 62, strip_width = 13,
              ratio = 80;
constexpr int reason_calls = 7, reason_words = 9;
constexpr std::size_t most_reasons = 8;

int place_on_strip(double value) {
  return static_cast<int>(std::lround(strip_share(value) * (strip_width - 1)));
}

void add_strip(CharGrid& sheet, int row, const std::vector<double>& ratios) {
  sheet.put(row, strip + place_on_strip(1), ":");
  if (ratios.empty()) return;
  const Spread spread = spread_of(ratios);
  for (int at = place_on_strip(spread.smallest); at <= place_on_strip(spread.largest); ++at)
    sheet.put(row, strip + at, "-");
  sheet.put(row, strip + place_on_strip(spread.median), "|", {true, false, false, update_colour});
  if (beyond_strip(spread.smallest) < 0) sheet.put(row, strip, "<");
  if (beyond_strip(spread.largest) > 0) sheet.put(row, strip + strip_width - 1, ">");
  sheet.put_right(row, ratio, ratio_text(spread.median));
}

void add_heading(CharGrid& sheet) {
  const int row = sheet.rows() + 1;
  sheet.put_right(row, median, "seconds");
  sheet.put_right(row, ratio, "predicted/measured");
  sheet.put(row + 1, 0, "routine", bold);
  sheet.put(row + 1, size, "size", bold);
  sheet.put(row + 1, way, "way", bold);
  sheet.put_right(row + 1, calls, "calls");
  sheet.put_right(row + 1, median, "median");
  sheet.put_right(row + 1, busy, "busy");
  // The ends and the middle: there is no room for more.
  sheet.put(row + 1, strip, strip_marks.front().name);
  sheet.put(row + 1, strip + place_on_strip(1), "1");
  sheet.put_right(row + 1, strip + strip_width, strip_marks.back().name);
}

void add_group(CharGrid& sheet, const CallGroup& group) {
  const int row = sheet.rows();
  sheet.put(row, 0, group.routine);
  sheet.put(row, size, shortened(group.size_text(), way - size - 1));
  sheet.put(row, way, way_name(group.way));
  sheet.put_right(row, calls, fmt::format("{}", group.calls));
  sheet.put_right(row, median, time_text(group.seconds.median));
  if (group.busy) sheet.put_right(row, busy, percent(*group.busy));
  add_strip(sheet, row, group.ratios);
}

// Words from a place on, in as many rows as they need.
void put_wrapped(CharGrid& sheet, int row, int col, const std::string& text) {
  std::istringstream lines(wrapped(text, static_cast<std::size_t>(terminal_width - col)));
  for (std::string line; std::getline(lines, line); ++row)
    sheet.put(row, col, shortened(line, static_cast<std::size_t>(terminal_width - col)));
}

std::string reason_text(const Reason& reason) {
  if (reason.example.empty()) return "(no reason is said)";
  return (reason.texts > 1 ? "for example: " : "") + reason.example;
}

void add_reasons(CharGrid& sheet, const Overview& all) {
  if (all.reasons.empty()) return;
  sheet.put(sheet.rows() + 1, 0, "forwarded to ScaLAPACK, because", bold);
  for (std::size_t k = 0; k < std::min(all.reasons.size(), most_reasons); ++k) {
    const Reason& reason = all.reasons[k];
    const int row = sheet.rows();
    sheet.put_right(row, reason_calls, fmt::format("{}", reason.calls));
    put_wrapped(sheet, row, reason_words, reason_text(reason));
  }
  if (all.reasons.size() > most_reasons)
    sheet.put(sheet.rows(), reason_words,
              fmt::format("... and {} more reasons; --json has all", all.reasons.size() - most_reasons));
}

}  // namespace

std::string overview_text(const Overview& all, bool colour) {
  CharGrid sheet;
  sheet.put(0, 0,
            fmt::format("{}: {} taken{}, {} forwarded{}", counted(static_cast<Extent>(all.calls), "call"),
                        all.taken, in_all(all.taken, all.taken_seconds), all.calls - all.taken,
                        in_all(all.calls - all.taken, all.forwarded_seconds)),
            bold);
  add_heading(sheet);
  for (const CallGroup& group : all.groups) add_group(sheet, group);
  sheet.put(sheet.rows() + 1, 0,
            "| median and - range of predicted/measured, < > beyond; --call K draws one call");
  add_reasons(sheet, all);
  return sheet.text(colour);
}

}  // namespace het
