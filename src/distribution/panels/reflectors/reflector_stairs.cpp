#include "src/distribution/panels/reflectors/reflector_stairs.hpp"

#include <algorithm>

namespace het {

std::vector<ReflectorStair> reflector_stairs(const AxisMap& axis, ProcessCoord row, Extent k, Extent width,
                                             Extent rows) {
  constexpr Extent step = 64;  // narrower ones make products that run too slowly
  std::vector<ReflectorStair> stairs;
  for (Extent begin = 0, j = 0; j < width; j += step) {
    const Extent columns = std::min(j + step, width);
    const Extent end =
        columns == width ? rows : axis.local_size(row, GlobalIndex(k), GlobalIndex(k + columns));
    if (end > begin || columns == width) stairs.push_back({begin, end, columns});
    begin = end;
  }
  std::reverse(stairs.begin(), stairs.end());
  return stairs;
}

}  // namespace het
