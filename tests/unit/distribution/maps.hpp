#pragma once
// Axis maps that between them have every property the code must cope with, and a slow map to check them
// against.
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het::test {

inline std::vector<AxisMap> maps_of(Extent extent) {
  return {AxisMap::block_cyclic(extent, 3, 2),
          AxisMap::block_cyclic(extent, 1, 3, 2),
          AxisMap::block_cyclic(extent, 4, 2, 3, 1),
          AxisMap::block_cyclic(extent, 3, 7, 2, 0),        // first block longer than nb
          AxisMap(extent, 2, 2, {0, 0, 0, 1}, 2),           // the worked example
          AxisMap(extent, 2, 1, {1, 1, 0, 2, 0, 1, 0}, 3),  // uneven, interleaved, ragged first block
          AxisMap(extent, 5, 5, {2, 0}, 3),                 // process 1 has no share
          AxisMap(extent, 1, 1, {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 3),
          AxisMap::whole(extent)};
}

// Owner and position of every element, by counting.
struct SlowMap {
  explicit SlowMap(const AxisMap& map) : parts(static_cast<std::size_t>(map.processes())) {
    Extent i = 0;
    for (std::size_t b = 0; i < map.extent(); ++b) {
      const Extent size = b == 0 ? map.first_block() : map.nb();
      const int owner = map.pattern()[b % map.pattern().size()];
      for (Extent e = 0; e < size && i < map.extent(); ++e, ++i) {
        owners.push_back(owner);
        positions.push_back(static_cast<Extent>(parts[static_cast<std::size_t>(owner)].size()));
        parts[static_cast<std::size_t>(owner)].push_back(i);
      }
    }
  }
  std::vector<int> owners;
  std::vector<Extent> positions;
  std::vector<std::vector<Extent>> parts;  // global indices of each process, in storage order
};

}  // namespace het::test
