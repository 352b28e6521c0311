#include "blacs_het/plan/choice/factor_layout.hpp"

#include <algorithm>

#include "blacs_het/plan/choice/scoring/refined_weights.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "blacs_het/plan/rounding.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// Blocks of a short period for each process of a dimension, about.
constexpr Extent period_per_process = 4;

AxisLayout axis(Extent nb, std::vector<int> pattern, int processes) {
  return {nb, std::move(pattern), processes};
}

Layout short_period(const CallShape& shape, const GridPlan& plan, Extent nb, bool interleave) {
  const int p = plan.arrangement.p(), q = plan.arrangement.q();
  const IntegerShares shares =
      round_to_pattern(plan.arrangement, plan.shares, std::min(ceil_div(shape.m, nb), period_per_process * p),
                       std::min(ceil_div(shape.n, nb), period_per_process * q));
  const auto order = plan.arrangement.order();
  return {
      p,
      q,
      {order.begin(), order.end()},
      axis(nb, contiguous_pattern(shares.rows), p),
      axis(nb,
           interleave ? reversed_pattern(interleaved_pattern(shares.cols)) : contiguous_pattern(shares.cols),
           q)};
}

// The caller's axis serves weights as unequal as this: blocks are no finer.
constexpr double about_equal = 1.15;

bool keeps(const std::vector<double>& weights, const AxisMap& caller) {
  const auto [least, most] = std::ranges::minmax(weights);
  return std::ssize(weights) == caller.processes() && weights.size() > 1 && most <= about_equal * least &&
         caller.first_block() == caller.nb();
}

void keep(AxisLayout& axis, const std::vector<double>& weights, const AxisMap& caller) {
  if (keeps(weights, caller)) axis = {caller.nb(), caller.pattern(), caller.processes()};
}

}  // namespace

bool keeps_an_axis(const GridPlan& plan, const Distribution& caller) {
  return keeps(plan.shares.row_weight, caller.rows) || keeps(plan.shares.col_weight, caller.cols);
}

std::optional<BlockOrder> block_order_named(std::string_view name) {
  const auto found = std::find(block_order_names.begin(), block_order_names.end(), name);
  if (found == block_order_names.end()) return std::nullopt;
  return static_cast<BlockOrder>(found - block_order_names.begin());
}

Layout factor_layout(const Platform& platform, const CallShape& shape, const GridPlan& plan, Extent nb,
                     BlockOrder order, const FactorLayoutOptions& options) {
  require(nb >= 1, "block size {} is not positive", nb);
  switch (order) {
    case BlockOrder::cyclic:
      return short_period(shape, plan, nb, false);
    case BlockOrder::columns:
      return short_period(shape, plan, nb, true);
    case BlockOrder::both:
    case BlockOrder::refined:
    case BlockOrder::kept:
      break;
  }
  GridWeights weights{plan.shares.row_weight, plan.shares.col_weight};
  if (order == BlockOrder::refined)
    weights = refined_weights(platform, shape, plan.arrangement, nb, weights, options.work_limit);
  Layout layout = weighted_layout(shape, plan.arrangement, nb, weights);
  if (order == BlockOrder::kept && options.caller) {
    keep(layout.rows, weights.rows, options.caller->rows);
    keep(layout.cols, weights.cols, options.caller->cols);
  }
  return layout;
}

}  // namespace het
