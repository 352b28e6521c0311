#include "src/tools/terminal/process_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

constexpr int gutter = 22, line_cols = terminal_width - gutter, most_square_cols = line_cols / 2;
constexpr int most_lines = 48, most_rows = 32;
constexpr std::size_t longest_list = 400;  // characters of the list of columns

// Neighbours with equal weights and equal shares together: "c0-c13 = 1 (6 of 240)".
std::string weights_text(const char* name, const std::vector<double>& weights,
                         const std::vector<Extent>& shares, std::size_t period) {
  std::string text;
  for (std::size_t first = 0, end; first < weights.size() && text.size() < longest_list; first = end) {
    for (end = first + 1; end < weights.size(); ++end)
      if (weights[end] != weights[first] || shares[end] != shares[first]) break;
    text += text.empty() ? "" : ", ";
    text += fmt::format("{}{}", name, first);
    if (end > first + 1) text += fmt::format("-{}{}", name, end - 1);
    text += fmt::format(" = {} ({} of {})", short_number(weights[first]), shares[first], period);
    if (text.size() >= longest_list && end < weights.size()) text += ", ...";
  }
  return text;
}

void put_lines(CharGrid& sheet, const std::string& text) {
  const std::string lines = wrapped(text, terminal_width - 1);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    sheet.put(sheet.rows(), 0, lines.substr(at, end - at));
    at = end + 1;
  }
}

// Right-aligned in front of the places.
void put_before(CharGrid& sheet, int row, const std::string& text) {
  sheet.put(row, gutter - 1 - static_cast<int>(text.size()), text);
}

std::string busy_text(const std::vector<double>& busy) {
  const auto [least, most] = std::minmax_element(busy.begin(), busy.end());
  const double mean = std::accumulate(busy.begin(), busy.end(), 0.0) / static_cast<double>(busy.size());
  const auto idle = std::count(busy.begin(), busy.end(), 0.0);
  const std::string text = fmt::format("busy from {} to {} of the time, {} on average", percent(*least),
                                       percent(*most), percent(mean));
  return idle == 0 ? text : text + fmt::format("; o: {} without a block", counted(idle, "place"));
}

}  // namespace

void add_process_map(CharGrid& sheet, const BlockPlan& b, const Marks& marks) {
  const Arrangement& a = b.plan.arrangement;
  const Shares& weights = b.plan.shares;
  const std::vector<double> busy = b.busy();
  // A long grid row goes on in the next lines.
  const int rows = std::min(a.p(), most_rows), lines = std::max(1, most_lines / rows),
            cols = std::min(a.q(), lines * line_cols);
  const int width = cols <= most_square_cols ? 2 : 1;
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int first = sheet.rows();
    sheet.put(first, 0,
              fmt::format("r{} = {} ({})", i, short_number(weights.row_weight[at]), b.shares.rows[at]));
    for (int j = 0; j < cols; ++j) {
      const bool idle = busy[a.place(i, j)] == 0;
      const int row = first + j / line_cols, place = j % line_cols;
      if (j > 0 && place == 0) put_before(sheet, row, fmt::format("c{}", j));
      sheet.put(row, gutter + place * width, (idle ? "o" : marks.of(i, j)) + (width == 2 ? " " : ""),
                idle ? CharStyle{} : marks.style(i, j));
    }
  }
  if (const Extent out = Extent{a.p()} * a.q() - Extent{rows} * cols; out > 0)
    sheet.put(sheet.rows(), 2,
              fmt::format("the first {} x {}; {} of {} are not shown, --json has all", rows, cols,
                          counted(out, "place"), Extent{a.p()} * a.q()));
  put_lines(sheet, weights_text("c", weights.col_weight, b.shares.cols, b.col_pattern.size()));
  if (rows < a.p())
    put_lines(sheet, weights_text("r", weights.row_weight, b.shares.rows, b.row_pattern.size()));
  put_lines(sheet, busy_text(busy));
}

}  // namespace het
