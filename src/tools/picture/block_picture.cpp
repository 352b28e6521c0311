#include "src/tools/picture/block_picture.hpp"

#include <fmt/format.h>

namespace het {
namespace {

// The pattern repeated along a dimension.
std::vector<int> repeated(const std::vector<int>& pattern, Extent blocks) {
  std::vector<int> owners(static_cast<std::size_t>(blocks));
  for (std::size_t b = 0; b < owners.size(); ++b) owners[b] = pattern[b % pattern.size()];
  return owners;
}

}  // namespace

BlockPicture picture_of(const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  const double rate = plan.shares.work_rate;
  const bool periodic = static_cast<Extent>(b.row_pattern.size()) != b.row_blocks ||
                        static_cast<Extent>(b.col_pattern.size()) != b.col_blocks;
  return {fmt::format("{} \u00d7 {} processes: W = {}, {:.1f} % of the bound {}", plan.arrangement.p(),
                      plan.arrangement.q(), short_number(rate), 100 * rate / plan.bound,
                      short_number(plan.bound)),
          fmt::format("up to {:.2f} times as fast as the uniform distribution (W = {});  imbalance in whole "
                      "blocks {:.3f}{}",
                      rate / plan.uniform_work_rate, short_number(plan.uniform_work_rate), b.shares.imbalance,
                      plan.optimal ? ";  proven optimal" : ""),
          fmt::format("{} \u00d7 {} blocks{}", b.row_blocks, b.col_blocks,
                      periodic ? fmt::format(", a pattern of {} \u00d7 {} repeated", b.row_pattern.size(),
                                             b.col_pattern.size())
                               : ""),
          plan.arrangement,
          plan.shares.row_weight,
          plan.shares.col_weight,
          repeated(b.row_pattern, b.row_blocks),
          repeated(b.col_pattern, b.col_blocks)};
}

std::vector<Run> runs_of(const std::vector<int>& owners) {
  std::vector<Run> runs;
  for (std::size_t b = 0; b < owners.size(); ++b) {
    if (runs.empty() || runs.back().owner != owners[b])
      runs.push_back({owners[b], static_cast<Extent>(b), static_cast<Extent>(b)});
    ++runs.back().last;
  }
  return runs;
}

std::vector<int> sampled(const std::vector<int>& owners, std::size_t most) {
  if (owners.size() <= most) return owners;
  std::vector<int> result(most);
  for (std::size_t k = 0; k < most; ++k) result[k] = owners[(2 * k + 1) * owners.size() / (2 * most)];
  return result;
}

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

}  // namespace het
