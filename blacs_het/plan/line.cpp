#include "blacs_het/plan/line.hpp"

#include <algorithm>
#include <cmath>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// The processor that would finish one more chunk first.
std::size_t next_processor(std::span<const double> cycle_times, std::span<const Extent> counts) {
  std::size_t best = 0;
  double earliest = cycle_times[0] * static_cast<double>(counts[0] + 1);
  for (std::size_t k = 1; k < counts.size(); ++k) {
    const double end = cycle_times[k] * static_cast<double>(counts[k] + 1);
    if (end < earliest) earliest = end, best = k;
  }
  return best;
}

void check(std::span<const double> cycle_times, Extent count) {
  require_cycle_times(cycle_times);
  require(count >= 0, "the number of chunks is {}; it must not be negative", count);
}

}  // namespace

std::vector<Extent> allocate_line(std::span<const double> cycle_times, Extent count) {
  check(cycle_times, count);
  double speed = 0;
  for (const double t : cycle_times) speed += 1 / t;
  std::vector<Extent> counts;
  Extent given = 0;
  for (const double t : cycle_times) {
    // One below the proportional part: rounding can then never start with too much.
    const double part = std::floor(static_cast<double>(count) / (t * speed)) - 1;
    counts.push_back(part > 0 ? static_cast<Extent>(part) : 0);
    given += counts.back();
  }
  for (; given < count; ++given) ++counts[next_processor(cycle_times, counts)];
  return counts;
}

std::vector<int> line_order(std::span<const double> cycle_times, Extent count) {
  check(cycle_times, count);
  std::vector<Extent> counts(cycle_times.size());
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(count));
  for (Extent k = 0; k < count; ++k) {
    const std::size_t next = next_processor(cycle_times, counts);
    ++counts[next];
    order.push_back(static_cast<int>(next));
  }
  return order;
}

double makespan(std::span<const double> cycle_times, std::span<const Extent> counts) {
  double longest = 0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    longest = std::max(longest, cycle_times[k] * static_cast<double>(counts[k]));
  return longest;
}

}  // namespace het
