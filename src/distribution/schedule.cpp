#include "src/distribution/schedule.hpp"

#include "src/base/error.hpp"

namespace het {
namespace {

AxisPart row_part(const MatrixPart& part) { return {&part.distribution->rows, part.i}; }
AxisPart col_part(const MatrixPart& part) { return {&part.distribution->cols, part.j}; }

}  // namespace

Schedule::Schedule(MatrixPart source, MatrixPart target, Extent m, Extent n, bool transposed)
    : Schedule(std::make_shared<AxisOverlap>(row_part(source),
                                             transposed ? col_part(target) : row_part(target), m),
               std::make_shared<AxisOverlap>(col_part(source),
                                             transposed ? row_part(target) : col_part(target), n),
               *source.placement, *target.placement, transposed) {}

Schedule::Schedule(std::shared_ptr<const AxisOverlap> rows, std::shared_ptr<const AxisOverlap> cols,
                   const Placement& source, const Placement& target, bool transposed)
    : rows_(std::move(rows)),
      cols_(std::move(cols)),
      source_(&source),
      target_(&target),
      transposed_(transposed) {
  require(source.ranks() == target.ranks(),
          "source is placed on {} ranks and target on {}: both must be the ranks of one communicator",
          source.ranks(), target.ranks());
}

Transfer Schedule::transfer(const Placement::Coord& from, const Placement::Coord& to, int peer) const {
  if (!from.on_grid() || !to.on_grid()) return {peer, nullptr, nullptr, 0, 0};
  const ProcessCoord si(from.row), sj(from.col);
  const ProcessCoord ti(transposed_ ? to.col : to.row), tj(transposed_ ? to.row : to.col);
  return {peer, &rows_->runs(si, ti), &cols_->runs(sj, tj), rows_->volume(si, ti), cols_->volume(sj, tj)};
}

Schedule::ForRank Schedule::for_rank(int rank) const {
  const int ranks = source_->ranks();
  ForRank mine;
  const auto add = [](std::vector<Transfer>& list, const Transfer& t) {
    if (t.elements() > 0) list.push_back(t);
  };
  add(mine.self, transfer((*source_)[rank], (*target_)[rank], rank));
  for (int round = 1; round < ranks; ++round) {
    const int to = (rank + round) % ranks, from = (rank - round + ranks) % ranks;
    add(mine.sends, transfer((*source_)[rank], (*target_)[to], to));
    add(mine.receives, transfer((*source_)[from], (*target_)[rank], from));
  }
  return mine;
}

}  // namespace het
