#include "src/tools/plan/block_plan.hpp"

#include <fmt/format.h>

namespace het {
namespace {

// The pattern repeated along a dimension.
std::vector<int> repeated(const std::vector<int>& pattern, Extent blocks) {
  std::vector<int> owners(static_cast<std::size_t>(blocks));
  for (std::size_t b = 0; b < owners.size(); ++b) owners[b] = pattern[b % pattern.size()];
  return owners;
}

std::string headline(const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  return fmt::format("{} \u00d7 {} processes: W = {}, {} of the bound {}", plan.arrangement.p(),
                     plan.arrangement.q(), short_number(plan.shares.work_rate),
                     percent(plan.shares.work_rate / plan.bound), short_number(plan.bound));
}

std::string second_line(const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  const auto out = static_cast<Extent>(b.left_out().size());
  std::string text;
  for (const Rate& baseline : b.baselines())
    text += fmt::format("{}{} times as fast as {}", text.empty() ? "up to " : ", ",
                        times_text(plan.shares.work_rate / baseline.value), baseline.name);
  return fmt::format("{}; method {}{}{}", text, method_name(plan.method), b.proof(),
                     out > 0 ? fmt::format("; {} left out", counted(out, "processor")) : "");
}

std::string matrix_caption(const BlockPlan& b) {
  if (b.forecast) {
    const CallShape& shape = b.forecast->call.shape;
    return fmt::format("{} of {} \u00d7 {} in {} \u00d7 {} blocks: {:.4g} s predicted",
                       short_name(shape.kind), shape.m, shape.n, b.row_blocks, b.col_blocks,
                       b.forecast->ranking.front().total());
  }
  return fmt::format("{} \u00d7 {} blocks{}", b.row_blocks, b.col_blocks,
                     b.periodic() ? fmt::format(", a pattern of {} \u00d7 {} repeated", b.row_pattern.size(),
                                                b.col_pattern.size())
                                  : "");
}

}  // namespace

std::string BlockPlan::name(int i, int j) const {
  return names.empty() ? "" : names[static_cast<std::size_t>(plan.arrangement.order(i, j))];
}

std::vector<Rate> BlockPlan::baselines() const {
  const int used = plan.arrangement.p() * plan.arrangement.q();
  if (used == processors) return {{"equal shares", plan.uniform_work_rate}};
  return {{fmt::format("equal shares on the same {}", used), plan.uniform_work_rate},
          {fmt::format("equal shares on all {}", processors), uniform_on_all}};
}

std::string BlockPlan::proof() const {
  if (!plan.optimal) return "";
  return arrangement_given ? ", shares optimal for this arrangement" : ", proven optimal";
}

bool BlockPlan::periodic() const {
  return static_cast<Extent>(row_pattern.size()) != row_blocks ||
         static_cast<Extent>(col_pattern.size()) != col_blocks;
}

std::vector<int> BlockPlan::left_out() const {
  std::vector<bool> used(static_cast<std::size_t>(processors));
  for (const int k : plan.arrangement.order()) used[static_cast<std::size_t>(k)] = true;
  std::vector<int> result;
  for (int k = 0; k < processors; ++k)
    if (!used[static_cast<std::size_t>(k)]) result.push_back(k);
  return result;
}

std::vector<std::string> names_on_grid(const BlockPlan& b) {
  std::vector<std::string> names;
  if (b.names.empty()) return names;
  for (const int k : b.plan.arrangement.order()) names.push_back(b.names[static_cast<std::size_t>(k)]);
  return names;
}

std::string times_text(double ratio) {
  return ratio < 100 ? fmt::format("{:.2f}", ratio) : short_number(ratio);
}

BlockPicture picture_of(const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  return {headline(b),
          second_line(b),
          matrix_caption(b),
          plan.arrangement,
          names_on_grid(b),
          plan.shares.row_weight,
          plan.shares.col_weight,
          repeated(b.row_pattern, b.row_blocks),
          repeated(b.col_pattern, b.col_blocks),
          {{"bound, sum of 1/t", plan.bound},
           {"this plan", plan.shares.work_rate},
           {"in whole blocks", b.whole_block_rate()},
           {"equal shares", plan.uniform_work_rate}}};
}

}  // namespace het
