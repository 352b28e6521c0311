#include "src/distribution/panels/panel_ends.hpp"

#include <algorithm>

namespace het {

std::vector<Extent> panel_ends(const AxisMap& cols, Extent count, Extent widest) {
  std::vector<Extent> ends;
  for (Extent begin = 0, end = 0; begin < count; begin = end) {
    const auto owner = cols.owner(GlobalIndex(begin));
    while (end < count && cols.owner(GlobalIndex(end)) == owner)
      end = std::min(count, cols.block_end(cols.block(GlobalIndex(end))).value());
    const Extent pieces = ceil_div(end - begin, widest);
    for (Extent piece = 1; piece <= pieces; ++piece) ends.push_back(part_begin(begin, end, piece, pieces));
  }
  return ends;
}

Extent panels_in_window(Extent widest) {
  constexpr Extent columns = 512, least = 3;
  return std::clamp(columns / std::max<Extent>(widest, 1), least, most_panels_in_window);
}

}  // namespace het
