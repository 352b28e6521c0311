#include "src/tools/terminal/process_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "src/tools/terminal/process_table.hpp"
#include "src/tools/words/wrapped.hpp"

namespace het {
namespace {

constexpr int gutter = 22, most_rows = 32, most_cols = terminal_width - gutter,
              most_square_cols = most_cols / 2;
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
  const int rows = std::min(a.p(), most_rows), cols = std::min(a.q(), most_cols);
  const int width = cols <= most_square_cols ? 2 : 1, first = sheet.rows();
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    sheet.put(first + i, 0,
              fmt::format("r{} = {} ({})", i, short_number(weights.row_weight[at]), b.shares.rows[at]));
    for (int j = 0; j < cols; ++j) {
      const bool idle = busy[static_cast<std::size_t>(i * a.q() + j)] == 0;
      sheet.put(first + i, gutter + j * width, (idle ? "o" : marks.of(i, j)) + (width == 2 ? " " : ""),
                idle ? CharStyle{} : marks.style(i, j));
    }
  }
  if (rows < a.p() || cols < a.q())
    sheet.put(sheet.rows(), gutter, fmt::format("the first {} x {} of {} x {}", rows, cols, a.p(), a.q()));
  put_lines(sheet, weights_text("c", weights.col_weight, b.shares.cols, b.col_pattern.size()));
  if (rows < a.p())
    put_lines(sheet, weights_text("r", weights.row_weight, b.shares.rows, b.row_pattern.size()));
  put_lines(sheet, busy_text(busy));
}

}  // namespace het
