#include "blacs_het/plan/learning/relative_speeds.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

namespace het {

void join_equal(std::vector<double>& cycle_times, double ratio) {
  std::vector<std::size_t> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return cycle_times[a] < cycle_times[b]; });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const double limit = ratio * cycle_times[order[begin]];
    double sum = 0;
    for (end = begin; end < order.size() && cycle_times[order[end]] <= limit; ++end)
      sum += cycle_times[order[end]];
    for (std::size_t at = begin; at < end; ++at)
      cycle_times[order[at]] = sum / static_cast<double>(end - begin);
  }
}

void normalise(std::vector<double>& cycle_times) {
  const double fastest = *std::min_element(cycle_times.begin(), cycle_times.end());
  for (double& t : cycle_times) t /= fastest;
}

double scale_between(const std::vector<double>& seen, const std::vector<double>& given) {
  std::vector<double> longer;
  std::transform(seen.begin(), seen.end(), given.begin(), std::back_inserter(longer), std::divides());
  return median(std::move(longer));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double spread(const std::vector<double>& cycle_times) {
  const auto [fastest, slowest] = std::minmax_element(cycle_times.begin(), cycle_times.end());
  return *slowest / *fastest;
}

}  // namespace het
