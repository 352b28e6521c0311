#include "src/algorithm/factor/lu/rows/interchange.hpp"

#include <algorithm>
#include <utility>

namespace het {

Interchange::Interchange(const AxisMap& rows, Extent begin, std::span<const Extent> pivots, int me)
    : peers_(static_cast<std::size_t>(rows.processes())), me_(me), width_(std::ssize(pivots)) {
  // The old row now in each row of the block, and in each row outside that a pivot came from.
  std::vector<Extent> block;
  std::vector<std::pair<Extent, Extent>> outside;
  for (Extent t = 0; t < std::ssize(pivots); ++t) block.push_back(begin + t);
  for (std::size_t t = 0; t < pivots.size(); ++t) {
    const Extent place = pivots[t] - begin;
    if (place < std::ssize(pivots)) {
      std::swap(block[t], block[static_cast<std::size_t>(place)]);
      continue;
    }
    auto found = std::ranges::find(outside, pivots[t], &std::pair<Extent, Extent>::first);
    if (found == outside.end()) found = outside.insert(found, {pivots[t], pivots[t]});
    std::swap(block[t], found->second);
  }
  const auto owner = [&](Extent i) { return static_cast<int>(rows.owner(GlobalIndex(i)).value()); };
  const auto local = [&](Extent i) { return rows.local_index(GlobalIndex(i)).value(); };
  for (Extent t = 0; t < std::ssize(block); ++t) {
    const Extent from = block[static_cast<std::size_t>(t)];
    peers_[static_cast<std::size_t>(owner(from))].pivots.push_back(t);
    if (owner(from) == me) own_.push_back({t, local(from)});
    if (owner(begin + t) == me) targets_.push_back({t, local(begin + t)});
  }
  for (const auto& [to, from] : outside) {
    if (owner(from) == me) peers_[static_cast<std::size_t>(owner(to))].to.push_back(local(from));
    if (owner(to) == me) peers_[static_cast<std::size_t>(owner(from))].from.push_back(local(to));
  }
}

}  // namespace het
