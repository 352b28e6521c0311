#include "blacs_het/plan/choice/layout.hpp"

namespace het {

std::vector<Extent> AxisLayout::shares() const {
  std::vector<Extent> blocks(static_cast<std::size_t>(processes));
  for (const int owner : pattern) ++blocks[static_cast<std::size_t>(owner)];
  return blocks;
}

Placement Layout::placement(int ranks) const {
  Placement placement;
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  for (int at = 0; at < p * q; ++at)
    placement.of_rank[static_cast<std::size_t>(order[static_cast<std::size_t>(at)])] = {at / q, at % q};
  return placement;
}

}  // namespace het
