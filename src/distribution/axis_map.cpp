#include "src/distribution/axis_map.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "src/base/error.hpp"

namespace het {

AxisMap::AxisMap(Extent extent, Extent nb, Extent first_block, std::vector<int> pattern, int processes)
    : extent_(extent), nb_(nb), first_block_(first_block), pattern_(std::move(pattern)) {
  require(extent >= 0, "extent {} of a dimension is negative", extent);
  require(nb >= 1, "block size {} is not positive", nb);
  require(first_block >= 1, "size {} of the first block is not positive", first_block);
  require(processes >= 1, "a dimension cannot be distributed over {} processes", processes);
  require(!pattern_.empty(), "the pattern of owners is empty");
  blocks_of_.resize(static_cast<std::size_t>(processes));
  rank_in_period_.reserve(pattern_.size());
  for (std::size_t b = 0; b < pattern_.size(); ++b) {
    require(pattern_[b] >= 0 && pattern_[b] < processes, "owner {} in the pattern: must be between 0 and {}",
            pattern_[b], processes - 1);
    auto& mine = blocks_of_[static_cast<std::size_t>(pattern_[b])];
    rank_in_period_.push_back(static_cast<Extent>(mine.size()));
    mine.push_back(static_cast<Extent>(b));
  }
}

AxisMap AxisMap::block_cyclic(Extent extent, Extent nb, int processes, int source) {
  return block_cyclic(extent, nb, nb, processes, source);
}

AxisMap AxisMap::block_cyclic(Extent extent, Extent nb, Extent first_block, int processes, int source) {
  require(source >= 0 && source < processes, "source process {}: must be between 0 and {}", source,
          processes - 1);
  std::vector<int> pattern;
  for (int b = 0; b < processes; ++b) pattern.push_back((source + b) % processes);
  return AxisMap(extent, nb, first_block, std::move(pattern), processes);
}

AxisMap AxisMap::whole(Extent extent) {
  const Extent nb = std::max<Extent>(extent, 1);
  return AxisMap(extent, nb, nb, {0}, 1);
}

AxisMap AxisMap::part(GlobalIndex begin, Extent length) const {
  require(begin.value() >= 0 && length >= 0 && begin.value() + length <= extent_,
          "part [{}, {}) is not inside a dimension of {} elements", begin.value(), begin.value() + length,
          extent_);
  const BlockIndex b = block(begin);
  auto pattern = pattern_;
  const auto turn = b.value() % static_cast<Extent>(pattern.size());
  std::rotate(pattern.begin(), pattern.begin() + turn, pattern.end());
  const Extent first = first_block_ + b.value() * nb_ - begin.value();
  return AxisMap(length, nb_, first, std::move(pattern), processes());
}

BlockIndex AxisMap::block(GlobalIndex i) const {
  return BlockIndex(i.value() < first_block_ ? 0 : 1 + (i.value() - first_block_) / nb_);
}

GlobalIndex AxisMap::block_begin(BlockIndex b) const {
  return GlobalIndex(b.value() == 0 ? 0 : first_block_ + (b.value() - 1) * nb_);
}

GlobalIndex AxisMap::block_end(BlockIndex b) const {
  return std::min(GlobalIndex(extent_), GlobalIndex(first_block_ + b.value() * nb_));
}

std::vector<Extent> AxisMap::local_sizes() const {
  std::vector<Extent> sizes;
  for (int p = 0; p < processes(); ++p) sizes.push_back(local_size(ProcessCoord(p)));
  return sizes;
}

LocalIndex AxisMap::local_begin(GlobalIndex i, ProcessCoord p) const {
  const auto period = static_cast<Extent>(pattern_.size());
  const BlockIndex b = block(i);
  const Extent place = b.value() % period;
  const auto& mine = blocks_of_[p.at()];
  // Whole blocks of p before b, then the part of b itself, then what block 0 has less than nb.
  const Extent before = pattern_[static_cast<std::size_t>(place)] == p.value()
                            ? rank_in_period_[static_cast<std::size_t>(place)]
                            : std::lower_bound(mine.begin(), mine.end(), place) - mine.begin();
  Extent il = (b.value() / period * static_cast<Extent>(mine.size()) + before) * nb_;
  if (owner(b) == p) il += i - block_begin(b);
  if (b.value() > 0 && pattern_[0] == p.value()) il -= nb_ - first_block_;
  return LocalIndex(il);
}

GlobalIndex AxisMap::global_index(LocalIndex il, ProcessCoord p) const {
  const auto& mine = blocks_of_[p.at()];
  const bool has_first = pattern_[0] == p.value();
  if (has_first && il.value() < first_block_) return GlobalIndex(il.value());
  // Local index as if block 0 had nb elements.
  const Extent regular = il.value() + (has_first ? nb_ - first_block_ : 0);
  const Extent k = regular / nb_;
  const auto per_period = static_cast<Extent>(mine.size());
  const BlockIndex b(k / per_period * static_cast<Extent>(pattern_.size()) +
                     mine[static_cast<std::size_t>(k % per_period)]);
  return block_begin(b) + regular % nb_;
}

bool operator==(const AxisMap& a, const AxisMap& b) {
  return a.extent_ == b.extent_ && a.nb_ == b.nb_ && a.first_block_ == b.first_block_ &&
         a.pattern_ == b.pattern_ && a.processes() == b.processes();
}

std::string to_string(const AxisMap& map) {
  const auto first = map.first_block() == map.nb() ? std::string() : fmt::format("{}+", map.first_block());
  return fmt::format("{} = {}{} x [{}]", map.extent(), first, map.nb(), fmt::join(map.pattern(), " "));
}

}  // namespace het
