#include "src/tools/terminal/terminal_picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "src/tools/input/host_names.hpp"
#include "src/tools/terminal/block_map.hpp"
#include "src/tools/terminal/process_table.hpp"

namespace het {
namespace {

void add_title(CharGrid& sheet, const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  sheet.put(0, 0,
            fmt::format("{} x {} process grid, method {}{}", plan.arrangement.p(), plan.arrangement.q(),
                        method_name(plan.method), b.proof()),
            {true, false, false, std::nullopt});
  const std::vector<int> left_out = b.left_out();
  if (left_out.empty()) return;
  const std::size_t shown = std::min<std::size_t>(left_out.size(), 6);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < shown; ++k)
    names.push_back(b.names.empty() ? fmt::format("[{}]", left_out[k])
                                    : shortened(b.names[static_cast<std::size_t>(left_out[k])], 12));
  std::string text = fmt::format("left out: {}", fmt::join(names, ", "));
  if (shown < left_out.size()) text += fmt::format(" and {} more", left_out.size() - shown);
  sheet.put(1, 0, shortened(text, terminal_width));
}

// What the marks mean, where letters or colours do not say it themselves.
void add_scale(CharGrid& sheet, const Marks& marks) {
  if (marks.by_letter() || marks.colours().all_equal()) return;
  const int row = sheet.rows() + 1;
  int at = sheet.put(row, 0, fmt::format("speed: t = {} ", short_number(marks.colours().fastest())));
  const auto shades = Marks::shades();
  for (std::size_t k = 0; k < shades.size(); ++k)
    at = sheet.put(row, at, std::string(2, shades[k]),
                   {false, false, false,
                    SpeedColours::at(static_cast<double>(k) / static_cast<double>(shades.size() - 1))});
  sheet.put(row, at, fmt::format(" t = {}", short_number(marks.colours().slowest())));
}

void add_rates(CharGrid& sheet, const std::vector<Rate>& rates) {
  sheet.put(sheet.rows() + 1, 0, "W, block updates per unit of time", {true, false, false, std::nullopt});
  for (const Rate& rate : rates) {
    const int row = sheet.rows();
    const double share = rate.value / rates.front().value;
    sheet.put(row, 2, rate.name);
    sheet.put(row, 21, short_number(rate.value));
    sheet.bar(row, 32, 38, share, {false, false, true, Colour{0.3, 0.6, 0.7}});
    const std::string text = percent(share);
    sheet.put(row, terminal_width - 1 - static_cast<int>(text.size()), text);
  }
}

void add_verdict(CharGrid& sheet, const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  sheet.put(sheet.rows(), 0, "");
  for (const Rate& baseline : b.baselines())
    sheet.put(
        sheet.rows(), 0,
        fmt::format("up to {} times as fast as {}; in {} x {} blocks {}",
                    times_text(plan.shares.work_rate / baseline.value), baseline.name, b.row_pattern.size(),
                    b.col_pattern.size(), times_text(b.whole_block_rate() / baseline.value)));
  sheet.put(sheet.rows(), 0,
            fmt::format("imbalance in whole blocks {:.3f}; 1 is perfect, r and c themselves have {:.3f}",
                        b.shares.imbalance, plan.bound / plan.shares.work_rate));
}

}  // namespace

std::string terminal_picture(const BlockPlan& b, bool colour) {
  const Marks marks(b.plan.arrangement);
  const BlockPicture picture = picture_of(b);
  CharGrid sheet;
  add_title(sheet, b);
  add_process_table(sheet, b, marks);
  add_scale(sheet, marks);
  add_rates(sheet, picture.rates);
  add_verdict(sheet, b);
  sheet.put(sheet.rows() + 1, 0,
            fmt::format("{} x {} blocks{}", b.row_blocks, b.col_blocks,
                        b.periodic() ? fmt::format(", a pattern of {} x {} repeated", b.row_pattern.size(),
                                                   b.col_pattern.size())
                                     : ""),
            {true, false, false, std::nullopt});
  add_block_map(sheet, picture, marks);
  return sheet.text(colour);
}

}  // namespace het
