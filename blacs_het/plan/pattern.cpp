#include "blacs_het/plan/pattern.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

void require_shares(std::span<const Extent> shares) {
  for (std::size_t k = 0; k < shares.size(); ++k)
    require(shares[k] >= 0, "share {} is {}; it must not be negative", k, shares[k]);
}

}  // namespace

std::vector<int> contiguous_pattern(std::span<const Extent> shares) {
  require_shares(shares);
  std::vector<int> owners;
  for (std::size_t k = 0; k < shares.size(); ++k)
    owners.insert(owners.end(), static_cast<std::size_t>(shares[k]), static_cast<int>(k));
  return owners;
}

std::vector<int> interleaved_pattern(std::span<const Extent> shares, std::span<const double> cycle_times) {
  require_shares(shares);
  require_cycle_times(cycle_times);
  require(shares.size() == cycle_times.size(), "{} shares are given with {} cycle-times", shares.size(),
          cycle_times.size());
  const Extent period = std::accumulate(shares.begin(), shares.end(), Extent{0});
  std::vector<Extent> counts(shares.size());
  std::vector<int> owners;
  owners.reserve(static_cast<std::size_t>(period));
  using Next = std::pair<double, std::size_t>;  // when, and whose block
  std::priority_queue<Next, std::vector<Next>, std::greater<>> blocks;
  const auto push = [&](std::size_t k) {
    if (counts[k] < shares[k]) blocks.emplace(cycle_times[k] * static_cast<double>(counts[k] + 1), k);
  };
  for (std::size_t k = 0; k < shares.size(); ++k) push(k);
  while (!blocks.empty()) {
    const std::size_t next = blocks.top().second;
    blocks.pop();
    ++counts[next];
    owners.push_back(static_cast<int>(next));
    push(next);
  }
  return owners;
}

std::vector<int> interleaved_pattern(std::span<const Extent> shares) {
  require_shares(shares);
  std::vector<double> cycle_times;
  for (const Extent share : shares)
    cycle_times.push_back(1 / static_cast<double>(std::max<Extent>(share, 1)));
  return interleaved_pattern(shares, cycle_times);
}

std::vector<int> reversed_pattern(std::span<const int> pattern) { return {pattern.rbegin(), pattern.rend()}; }

std::optional<PatternOrder> pattern_order_named(std::string_view name) {
  const auto* found = std::find(std::begin(pattern_order_names), std::end(pattern_order_names), name);
  if (found == std::end(pattern_order_names)) return std::nullopt;
  return static_cast<PatternOrder>(found - std::begin(pattern_order_names));
}

std::vector<int> pattern_of(std::span<const Extent> shares, PatternOrder order) {
  if (order == PatternOrder::contiguous) return contiguous_pattern(shares);
  const std::vector<int> pattern = interleaved_pattern(shares);
  return order == PatternOrder::lu ? reversed_pattern(pattern) : pattern;
}

}  // namespace het
