#include "src/algorithm/factor/factor.hpp"

#include <algorithm>

namespace het {

std::vector<Panel> cut_panels(const AxisMap& cols, Extent count, Extent width) {
  std::vector<Panel> panels;
  for (Extent begin = 0, end = 0; begin < count; begin = end) {
    const auto owner = cols.owner(GlobalIndex(begin));
    while (end < count && cols.owner(GlobalIndex(end)) == owner)
      end = std::min(count, cols.block_end(cols.block(GlobalIndex(end))).value());
    const Extent pieces = (end - begin + width - 1) / width;
    for (Extent piece = 0; piece < pieces; ++piece)
      panels.push_back({begin + (end - begin) * piece / pieces, begin + (end - begin) * (piece + 1) / pieces,
                        static_cast<int>(owner.value())});
  }
  return panels;
}

}  // namespace het
