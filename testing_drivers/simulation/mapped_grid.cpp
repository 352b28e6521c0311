#include "testing_drivers/simulation/mapped_grid.hpp"

#include <cstddef>

namespace het::testing {

MappedGrid mapped(GridShape shape, const std::vector<int>& processes) {
  MappedGrid grid{shape, std::vector<int>(static_cast<std::size_t>(shape.size()))};
  for (int row = 0; row < shape.nprow; ++row)
    for (int col = 0; col < shape.npcol; ++col)
      grid.map[static_cast<std::size_t>(row + col * shape.nprow)] =
          processes[static_cast<std::size_t>(row * shape.npcol + col)];
  return grid;
}

}  // namespace het::testing
