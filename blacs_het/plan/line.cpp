#include "blacs_het/plan/line.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

void check(std::span<const double> cycle_times, Extent count) {
  require_cycle_times(cycle_times);
  require(count >= 0, "the number of chunks is {}; it must not be negative", count);
}

}  // namespace

ChunkQueue::ChunkQueue(std::span<const double> cycle_times, std::vector<Extent> counts)
    : cycle_times_(cycle_times), counts_(std::move(counts)) {
  for (std::size_t k = 0; k < counts_.size(); ++k) ends_.emplace_back(end_of(k), k);
  std::make_heap(ends_.begin(), ends_.end(), std::greater<>());
}

std::size_t ChunkQueue::give() {
  std::pop_heap(ends_.begin(), ends_.end(), std::greater<>());
  const std::size_t next = ends_.back().second;
  ++counts_[next];
  ends_.back().first = end_of(next);
  std::push_heap(ends_.begin(), ends_.end(), std::greater<>());
  return next;
}

std::vector<Extent> allocate_line(std::span<const double> cycle_times, Extent count) {
  check(cycle_times, count);
  const double speed = total_speed(cycle_times);
  std::vector<Extent> counts;
  Extent given = 0;
  for (const double t : cycle_times) {
    // One below the proportional part: rounding can then never start with too much.
    const double part = std::floor(static_cast<double>(count) / (t * speed)) - 1;
    counts.push_back(part > 0 ? static_cast<Extent>(part) : 0);
    given += counts.back();
  }
  ChunkQueue queue(cycle_times, std::move(counts));
  for (; given < count; ++given) queue.give();
  return queue.counts();
}

std::vector<int> line_order(std::span<const double> cycle_times, Extent count) {
  check(cycle_times, count);
  ChunkQueue queue(cycle_times, std::vector<Extent>(cycle_times.size()));
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(count));
  for (Extent k = 0; k < count; ++k) order.push_back(static_cast<int>(queue.give()));
  return order;
}

std::vector<Extent> best_chunks(std::span<const double> cycle_times, Extent most) {
  check(cycle_times, most);
  require(most >= 1, "a period of at most {} chunks is empty; it needs at least 1", most);
  ChunkQueue queue(cycle_times, std::vector<Extent>(cycle_times.size()));
  std::vector<Extent> best;
  double least = 0, time = 0;
  for (Extent count = 1; count <= most; ++count) {
    const std::size_t last = queue.give();
    time = std::max(time, cycle_times[last] * static_cast<double>(queue.counts()[last]));
    const double average = time / static_cast<double>(count);
    if (best.empty() || average < least * (1 - 1e-12)) best = queue.counts(), least = average;
  }
  return best;
}

double makespan(std::span<const double> cycle_times, std::span<const Extent> counts) {
  double longest = 0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    longest = std::max(longest, cycle_times[k] * static_cast<double>(counts[k]));
  return longest;
}

}  // namespace het
