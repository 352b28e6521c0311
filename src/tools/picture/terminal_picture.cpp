#include "src/tools/picture/terminal_picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "src/tools/picture/speed_colours.hpp"

namespace het {
namespace {

constexpr std::size_t terminal_width = 80;
constexpr int shown_rows = 16;                          // of the process grid
constexpr std::size_t map_columns = 76, map_rows = 24;  // of the blocks
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view shades = "@%#*+=-:.";  // fast to slow, for grids of more processes than letters

std::string cut(int all, int shown, const char* what) {
  return all > shown ? fmt::format("  (the first {} of {} {})\n", shown, all, what) : "";
}

// One character for each process.
class Marks {
 public:
  explicit Marks(const Arrangement& a) : a_(a), colours_(a.cycle_times()) {}
  bool by_letter() const { return a_.cycle_times().size() <= letters.size(); }
  char of(int i, int j) const {
    if (by_letter()) return letters[static_cast<std::size_t>(i * a_.q() + j)];
    return shades[static_cast<std::size_t>(colours_.place(a_.cycle_time(i, j)) * (shades.size() - 1) + 0.5)];
  }

 private:
  const Arrangement& a_;
  SpeedColours colours_;
};

// Writes cells beside the lines, two blanks after the longest; false, and nothing done, when that is wider
// than a terminal.
bool append_column(std::vector<std::string>& lines, const std::vector<std::string>& cells) {
  const auto longest = [](const std::vector<std::string>& texts) {
    return std::max_element(texts.begin(), texts.end(), [](auto& x, auto& y) { return x.size() < y.size(); })
        ->size();
  };
  const std::size_t start = longest(lines) + 2;
  if (start + longest(cells) > terminal_width) return false;
  for (std::size_t k = 0; k < lines.size(); ++k)
    lines[k] = fmt::format("{:<{}}{}", lines[k], start, cells[k]);
  return true;
}

std::string process_table(const BlockPlan& b, const Marks& marks) {
  const Arrangement& a = b.plan.arrangement;
  const int rows = std::min(a.p(), shown_rows);
  // Text of column j, heading lines first; the widest decides how many columns fit.
  const auto column = [&](int j) {
    const auto at = static_cast<std::size_t>(j);
    std::vector<std::string> cells{fmt::format("c{} = {}", j, short_number(b.plan.shares.col_weight[at])),
                                   fmt::format("{} of {}", b.shares.cols[at], b.col_pattern.size())};
    for (int i = 0; i < rows; ++i)
      cells.push_back(
          fmt::format("{} {} [{}]", marks.of(i, j), short_number(a.cycle_time(i, j)), a.order(i, j)));
    return cells;
  };
  std::vector<std::string> lines{"", ""};
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    lines.push_back(fmt::format("{:<15}{} of {}",
                                fmt::format("r{} = {}", i, short_number(b.plan.shares.row_weight[at])),
                                b.shares.rows[at], b.row_pattern.size()));
  }
  int cols = 0;
  while (cols < a.q() && append_column(lines, column(cols))) ++cols;
  return fmt::format("{}\n", fmt::join(lines, "\n")) + cut(a.p(), rows, "grid rows") +
         cut(a.q(), cols, "grid columns");
}

std::string block_map(const BlockPlan& b, const Marks& marks) {
  const BlockPicture picture = picture_of(b);
  const std::vector<int> rows = sampled(picture.row_owners, map_rows),
                         cols = sampled(picture.col_owners, map_columns);
  std::string text;
  for (const int i : rows) {
    text += "  ";
    for (const int j : cols) text += marks.of(i, j);
    text += "\n";
  }
  return text;
}

std::string without_trailing_blanks(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result.erase(result.find_last_not_of(' ') + 1);
    result += c;
  }
  return result;
}

}  // namespace

std::string terminal_picture(const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  const Marks marks(plan.arrangement);
  const double rate = plan.shares.work_rate;
  std::string text =
      fmt::format("{} x {} process grid, method {}{}\n", plan.arrangement.p(), plan.arrangement.q(),
                  method_name(plan.method), plan.optimal ? ", proven optimal" : "");
  text += fmt::format("r, c: shares and blocks; each process: {} cycle-time [place in the input]\n\n",
                      marks.by_letter() ? "letter" : "shade");
  text += process_table(b, marks);
  text += fmt::format("\nW = {} block updates per unit of time, {:.1f} % of the bound {} (sum of 1/t)\n",
                      short_number(rate), 100 * rate / plan.bound, short_number(plan.bound));
  text += fmt::format("uniform distribution: W = {}, so at best {:.2f} times as fast\n",
                      short_number(plan.uniform_work_rate), rate / plan.uniform_work_rate);
  text += fmt::format("imbalance in whole blocks: {:.3f} (1 is perfect; r and c have {:.3f})\n",
                      b.shares.imbalance, plan.bound / rate);
  text += fmt::format("\n{} x {} blocks, pattern {} x {}\n", b.row_blocks, b.col_blocks, b.row_pattern.size(),
                      b.col_pattern.size());
  return without_trailing_blanks(text + block_map(b, marks));
}

}  // namespace het
