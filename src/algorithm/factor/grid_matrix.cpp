#include "src/algorithm/factor/grid_matrix.hpp"

namespace het {

ProcessGrid::ProcessGrid(const Communicator& comm, const Placement& placement, int p, int q)
    : comm_(&comm),
      p_(p),
      q_(q),
      at_(placement[comm.rank()]),
      rank_(static_cast<std::size_t>(p) * static_cast<std::size_t>(q), -1) {
  for (int rank = 0; rank < placement.ranks(); ++rank)
    if (const auto at = placement[rank]; at.on_grid())
      rank_[static_cast<std::size_t>(at.row * q + at.col)] = rank;
}

}  // namespace het
