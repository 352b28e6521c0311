#include "src/model/move/moved_matrix.hpp"

#include <algorithm>

namespace het {

MovedMatrix::MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller,
                         const Placed& matrix)
    : cut_(shape.n),
      together_(cut_.under_way(matrix.distribution.cols)),
      triangle_(shape.kind == RoutineKind::cholesky),
      processes_(place_of(matrix.distribution.p(), 0, matrix.distribution.q())) {
  const MoveCosts whole = move_costs(platform, shape.element_bytes, caller, matrix);
  seconds_ = whole.seconds;
  const double part = triangle_ ? 0.5 : 1;
  for (std::size_t r = 0; r < whole.of_rank.size(); ++r) {
    const auto at = matrix.placement[static_cast<int>(r)];
    if (!at.on_grid()) continue;
    const double copies = whole.copies[r].sent + whole.copies[r].received;
    processes_[place_of(at.row, at.col, matrix.distribution.q())] = {part * whole.of_rank[r].longer(),
                                                                     part * (copies + whole.own[r].received),
                                                                     part * (copies + whole.own[r].sent)};
  }
}

double MovedMatrix::here(Extent col) const {
  if (!moves() || cut_.count() == 0) return 0;
  Extent s = 0;
  while (s + together_ < cut_.count() && cut_.end(s + together_ - 1) < col) s += together_;
  return after(static_cast<double>(std::min(s + together_, cut_.count())) /
               static_cast<double>(cut_.count()));
}

double MovedMatrix::last_strip() const {
  return cut_.count() == 0 ? 0 : all_here() - after(1 - 1 / static_cast<double>(cut_.count()));
}

}  // namespace het
