#include "src/distribution/distribution.hpp"

#include <fmt/format.h>

#include <utility>

#include "src/base/error.hpp"

namespace het {

Distribution block_cyclic(Extent m, Extent n, Extent mb, Extent nb, int p, int q, int rsrc, int csrc) {
  return {AxisMap::block_cyclic(m, mb, p, rsrc), AxisMap::block_cyclic(n, nb, q, csrc)};
}

std::string to_string(const Distribution& distribution) {
  return fmt::format("{} x {} grid: rows {}, cols {}", distribution.p(), distribution.q(),
                     to_string(distribution.rows), to_string(distribution.cols));
}

Placement Placement::row_major(int p, int q) {
  Placement placement;
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < q; ++j) placement.of_rank.push_back({i, j});
  return placement;
}

std::vector<int> Placement::tellers() const {
  std::vector<int> on_grid, tellers;
  for (int rank = 0; rank < ranks(); ++rank)
    if ((*this)[rank].on_grid()) on_grid.push_back(rank);
  require(!on_grid.empty(), "there is nobody on the grid to tell the others");
  std::size_t told = 0;
  for (int rank = 0; rank < ranks(); ++rank)
    tellers.push_back((*this)[rank].on_grid() ? rank : on_grid[told++ % on_grid.size()]);
  return tellers;
}

std::vector<int> Placement::by_place(int p, int q) const {
  std::vector<int> places(place_of(p, 0, q), -1);
  for (int rank = 0; rank < ranks(); ++rank)
    if (const Coord at = (*this)[rank]; at.on_grid()) places[place_of(at.row, at.col, q)] = rank;
  return places;
}

Placement Placement::along_rows(const Placement& grid) {
  Placement placement = grid;
  for (auto& at : placement.of_rank)
    if (at.on_grid()) at.col = 0;
  return placement;
}

Placement Placement::along_cols(const Placement& grid) {
  Placement placement = grid;
  for (auto& at : placement.of_rank)
    if (at.on_grid()) at.row = 0;
  return placement;
}

Placement Placement::transposed() const {
  Placement placement = *this;
  for (auto& at : placement.of_rank) std::swap(at.row, at.col);
  return placement;
}

}  // namespace het
