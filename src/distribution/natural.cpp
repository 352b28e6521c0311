#include "src/distribution/natural.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace het
