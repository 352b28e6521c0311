#include "src/tools/terminal/process_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/tools/help/wrapped.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/terminal/process_map.hpp"

namespace het {
namespace {

constexpr int least_edge = 17;  // for r_i and block rows at the left
constexpr std::size_t longest_name = 16;
constexpr int most_boxed_rows = 6, most_rows = 32, most_listed = 40;

// What a table says of each process.
class Texts {
 public:
  Texts(const BlockPlan& plan, const Marks& marks) : plan_(plan), marks_(marks), busy_(plan.busy()) {}

  double busy(int i, int j) const { return busy_[plan_.plan.arrangement.place(i, j)]; }
  std::string mark(int i, int j) const { return marks_.of(i, j); }
  // Name, or place in the input.
  std::string who(int i, int j, std::size_t most = longest_name) const {
    return plan_.names.empty() ? fmt::format("[{}]", plan_.plan.arrangement.order(i, j))
                               : shortened(plan_.name(i, j), most);
  }
  std::string time(int i, int j) const { return short_number(plan_.plan.arrangement.cycle_time(i, j)); }
  std::string work(int i, int j) const {
    return busy(i, j) == 0 ? "idle: no block" : "busy " + percent(busy(i, j));
  }
  // r_i or c_j and its blocks, for the edges.
  static std::string weight(const char* name, std::size_t k, const std::vector<double>& weights) {
    return fmt::format("{}{} = {}", name, k, short_number(weights[k]));
  }
  static std::string share(std::size_t k, const std::vector<Extent>& shares, std::size_t period) {
    return fmt::format("{} of {}", shares[k], period);
  }
  CharStyle style(int i, int j) const { return marks_.style(i, j); }

 private:
  const BlockPlan& plan_;
  const Marks& marks_;
  std::vector<double> busy_;
};

// The text of one process, line by line.
using Lines = std::vector<std::string>;

Lines boxed_lines(const Texts& texts, int i, int j) {
  return {texts.mark(i, j) + "  " + texts.who(i, j), "t = " + texts.time(i, j), texts.work(i, j)};
}
Lines single_line(const Texts& texts, int i, int j) {
  return {fmt::format("{} {} t {} {}", texts.mark(i, j), texts.who(i, j, 12), texts.time(i, j),
                      texts.busy(i, j) == 0 ? "idle" : percent(texts.busy(i, j)))};
}

// Processes as cells of a table: same heights and widths everywhere.
class CellTable {
 public:
  CellTable(CharGrid& sheet, const BlockPlan& plan, const Texts& texts,
            Lines (*lines)(const Texts&, int, int), bool boxed)
      : out_(sheet), plan_(plan), texts_(texts), lines_(lines), boxed_(boxed) {
    const Arrangement& a = plan.plan.arrangement;
    for (int j = 0; j < a.q(); ++j) {
      for (const std::string& text : heading(j)) widen(text);
      for (int i = 0; i < a.p(); ++i)
        for (const std::string& text : lines(texts, i, j)) widen(text);
    }
    for (int i = 0; boxed && i < a.p(); ++i)
      edge_ = std::max(edge_, static_cast<int>(row_share(i).size()) + 1);
  }
  bool fits() const { return edge_ + plan_.plan.arrangement.q() * (width_ + 1) + 1 <= terminal_width; }

  void draw() {
    const Arrangement& a = plan_.plan.arrangement;
    int row = out_.rows();
    for (int j = 0; j < a.q(); ++j)
      for (const int k : {0, 1}) out_.put(row + k, left(j) + 1, heading(j)[static_cast<std::size_t>(k)]);
    row += 2;
    for (int i = 0; i < a.p(); ++i) {
      if (boxed_) rule(row++);
      row = grid_row(row, i);
    }
    if (boxed_) rule(row);
  }

 private:
  void widen(const std::string& text) { width_ = std::max(width_, static_cast<int>(text_length(text)) + 2); }
  int left(int j) const { return edge_ + j * (width_ + 1) + 1; }
  Lines heading(int j) const {
    const auto at = static_cast<std::size_t>(j);
    return {Texts::weight("c", at, plan_.plan.shares.col_weight),
            Texts::share(at, plan_.shares.cols, plan_.col_pattern.size())};
  }
  std::string row_share(int i) const {
    return Texts::share(static_cast<std::size_t>(i), plan_.shares.rows, plan_.row_pattern.size());
  }
  void rule(int row) {
    int at = edge_;
    for (int j = 0; j < plan_.plan.arrangement.q(); ++j)
      at = out_.put(row, at, "+" + std::string(static_cast<std::size_t>(width_), '-'));
    out_.put(row, at, "+");
  }
  // Returns the line below.
  int grid_row(int row, int i) {
    const auto at = static_cast<std::size_t>(i);
    const std::string weight = Texts::weight("r", at, plan_.plan.shares.row_weight), share = row_share(i);
    if (boxed_) {
      out_.put(row, 0, weight);
      out_.put(row + 1, 0, share);
    } else {
      out_.put(row, 0, shortened(fmt::format("{} ({})", weight.substr(0, weight.find(' ')), share), edge_));
    }
    int height = 0;
    for (int j = 0; j < plan_.plan.arrangement.q(); ++j) height = std::max(height, cell(row, i, j));
    return row + height;
  }
  // Returns the cell's height.
  int cell(int row, int i, int j) {
    const Lines texts = lines_(texts_, i, j);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      const int line = row + static_cast<int>(k);
      if (boxed_) out_.put(line, left(j) - 1, "|");
      out_.put(line, left(j), std::string(static_cast<std::size_t>(width_), ' '), texts_.style(i, j));
      const int end = out_.put(line, left(j) + 1, texts[k], texts_.style(i, j));
      if (boxed_) out_.put(line, std::max(end, left(j) + width_), "|");
    }
    return static_cast<int>(texts.size());
  }

  CharGrid& out_;
  const BlockPlan& plan_;
  const Texts& texts_;
  Lines (*lines_)(const Texts&, int, int);
  bool boxed_;
  int width_ = 0, edge_ = least_edge;
};

// One line for each process, with a bar for its busy share.
void draw_list(CharGrid& sheet, const BlockPlan& plan, const Texts& texts) {
  const Arrangement& a = plan.plan.arrangement;
  const int first = sheet.rows();
  constexpr int place = 4, who = 16, time = 34, blocks = 45, bar = 58, bar_width = 12;
  sheet.put(first, place, "process");
  sheet.put(first, who, plan.names.empty() ? "input" : "host");
  sheet.put(first, time, "cycle-time");
  sheet.put(first, blocks, "blocks");
  sheet.put(first, bar, "busy");
  const auto right = [&](int row, int col, const std::string& text) {
    sheet.put(row, col - static_cast<int>(text.size()), text);
  };
  for (int k = 0; k < a.p() * a.q(); ++k) {
    const int i = k / a.q(), j = k % a.q(), row = first + 1 + k;
    sheet.put(row, 1, texts.mark(i, j), texts.style(i, j));
    sheet.put(row, place, fmt::format("({}, {})", i, j));
    sheet.put(row, who, texts.who(i, j));
    right(row, time + 10, texts.time(i, j));
    const Extent rows = plan.shares.rows[static_cast<std::size_t>(i)],
                 cols = plan.shares.cols[static_cast<std::size_t>(j)];
    sheet.put(row, blocks, texts.busy(i, j) == 0 ? "none: idle" : fmt::format("{} x {}", rows, cols));
    sheet.bar(row, bar, bar_width, texts.busy(i, j), texts.style(i, j));
    right(row, terminal_width - 1, percent(texts.busy(i, j)));
  }
}

}  // namespace

void add_process_table(CharGrid& sheet, const BlockPlan& plan, const Marks& marks) {
  const Arrangement& a = plan.plan.arrangement;
  const Texts texts(plan, marks);
  const int first = sheet.rows();
  const auto legend = [&](const std::string& text) {
    sheet.put(first, 0, fmt::format("each process: {}{}", marks.by_letter() ? "letter" : "shade", text),
              {false, true, false, std::nullopt});
    sheet.put(first + 1, 0, "");
  };
  const std::string words = fmt::format(", {}, cycle-time t, busy share of the time",
                                        plan.names.empty() ? "[place in the input]" : "host");
  if (a.p() > 1 && a.q() > 1 && a.p() <= most_rows && a.q() <= terminal_width) {
    CellTable boxes(sheet, plan, texts, boxed_lines, true), lines(sheet, plan, texts, single_line, false);
    const bool boxed = a.p() <= most_boxed_rows && boxes.fits();
    if (boxed || lines.fits()) {
      legend(words);
      return (boxed ? boxes : lines).draw();
    }
  }
  if (a.p() * a.q() <= most_listed) {
    legend(words);
    return draw_list(sheet, plan, texts);
  }
  legend(" for its speed");
  add_process_map(sheet, plan, marks);
}

}  // namespace het
