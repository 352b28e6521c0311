#include "blacs_het/plan/methods/trees/two_rows.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace het {

BestRatio best_ratio(const TwoRows& rows) {
  std::vector<std::size_t> order(rows.first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto ratio = [&](std::size_t j) { return rows.second[j] / rows.first[j]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ratio(a) < ratio(b); });
  // Columns whose ratio is at least x give their first speed, the others second / x.
  double above = 0, below = 0;
  for (std::size_t j = 0; j < order.size(); ++j) above += rows.count[j] * rows.first[j];
  BestRatio best;
  for (const std::size_t j : order) {
    const double x = ratio(j);
    const double work_rate = (rows.first_count + rows.second_count * x) * (above + below / x);
    if (work_rate > best.work_rate) best = {x, work_rate};
    above -= rows.count[j] * rows.first[j];
    below += rows.count[j] * rows.second[j];
  }
  return best;
}

}  // namespace het
