#include "blacs_het/plan/choice/trailing_order.hpp"

#include <algorithm>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/line.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

std::vector<double> equivalent_cycle_times(std::span<const double> weights) {
  const double largest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  std::vector<double> cycle_times;
  for (const double weight : weights) cycle_times.push_back(std::min(largest / weight, max_cycle_time));
  require_cycle_times(cycle_times);
  return cycle_times;
}

std::vector<int> growing_order(std::span<const double> cycle_times, Extent blocks) {
  std::vector<Extent> load(cycle_times.size());
  std::vector<int> from_end;
  for (Extent height = 1; height <= blocks; ++height) {
    std::size_t first = 0;
    const auto end = [&](std::size_t k) { return static_cast<double>(load[k] + height) * cycle_times[k]; };
    for (std::size_t k = 1; k < load.size(); ++k)
      if (end(k) < end(first)) first = k;
    load[first] += height;
    from_end.push_back(static_cast<int>(first));
  }
  return from_end;
}

}  // namespace

std::vector<int> trailing_order(std::span<const double> weights, Extent blocks, BlockWork work) {
  require(blocks >= 0, "the number of blocks is {}; it must not be negative", blocks);
  const std::vector<double> cycle_times = equivalent_cycle_times(weights);
  std::vector<int> order =
      work == BlockWork::equal ? line_order(cycle_times, blocks) : growing_order(cycle_times, blocks);
  std::reverse(order.begin(), order.end());
  return order;
}

Layout weighted_layout(const CallShape& shape, const Arrangement& arrangement, Extent nb,
                       const GridWeights& weights) {
  const auto order = arrangement.order();
  const Extent rows = ceil_div(shape.m, nb), cols = ceil_div(shape.n, nb);
  const auto col_work = shape.kind == RoutineKind::cholesky ? BlockWork::growing : BlockWork::equal;
  return {arrangement.p(),
          arrangement.q(),
          {order.begin(), order.end()},
          {nb, trailing_order(weights.rows, rows, BlockWork::equal), arrangement.p()},
          {nb, trailing_order(weights.cols, cols, col_work), arrangement.q()}};
}

}  // namespace het
