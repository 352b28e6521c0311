#include "src/distribution/natural.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "src/base/error.hpp"

namespace het {
namespace {

void require_performances(std::span<const double> performance) {
  for (std::size_t k = 0; k < performance.size(); ++k)
    require(std::isfinite(performance[k]) && performance[k] > 0,
            "performance {} is {}; it must be positive and finite", k, performance[k]);
}

// Processes of the grid; stops counting above `most`, so that no product overflows.
std::size_t size_of(std::span<const int> shape, std::size_t most) {
  std::size_t size = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    require(shape[d] >= 1, "dimension {} of the grid is {}; it must be at least 1", d, shape[d]);
    size = std::min(size, most + 1) * static_cast<std::size_t>(shape[d]);
  }
  return size;
}

}  // namespace

std::vector<std::vector<double>> natural_performances(std::span<const double> performance,
                                                      std::span<const int> shape) {
  require_performances(performance);
  require(size_of(shape, performance.size()) == performance.size(),
          "{} performances are given for a grid of another size", performance.size());
  std::vector<std::vector<double>> sums;
  std::size_t stride = performance.size();  // between neighbours along the dimension
  for (const int extent : shape) {
    const auto lines = static_cast<std::size_t>(extent);
    stride /= lines;
    std::vector<double>& sum = sums.emplace_back(lines);
    for (std::size_t k = 0; k < performance.size(); ++k) sum[k / stride % lines] += performance[k];
  }
  return sums;
}

std::vector<Extent> natural_parts(std::span<const double> performance, Extent extent) {
  require_performances(performance);
  require(extent >= 0, "the extent is {}; it must not be negative", extent);
  require(!performance.empty(), "there are no processes to divide {} elements among", extent);
  const double all = std::accumulate(performance.begin(), performance.end(), 0.0);
  std::vector<Extent> parts;
  std::vector<double> lost;
  for (const double one : performance) {
    const double exact = static_cast<double>(extent) * (one / all);
    parts.push_back(static_cast<Extent>(std::floor(exact)));
    lost.push_back(exact - std::floor(exact));
  }
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lost[a] > lost[b]; });
  // Rounding may leave a few too many or too few, and more of them than processes for huge extents.
  Extent left = extent - std::accumulate(parts.begin(), parts.end(), Extent{0});
  const auto n = static_cast<Extent>(parts.size());
  for (Extent& part : parts) part = std::max<Extent>(part + left / n, 0);
  left = extent - std::accumulate(parts.begin(), parts.end(), Extent{0});
  if (left < 0) {  // take back from the largest, which can spare it
    *std::max_element(parts.begin(), parts.end()) += left;
    left = 0;
  }
  for (const std::size_t k : order) {
    if (left == 0) break;
    ++parts[k], --left;
  }
  return parts;
}

std::vector<int> natural_order(std::span<const double> performance) {
  std::vector<int> order(performance.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return performance[static_cast<std::size_t>(a)] > performance[static_cast<std::size_t>(b)];
  });
  return order;
}

}  // namespace het
