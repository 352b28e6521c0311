#include "src/distribution/schedule.hpp"

#include "src/base/error.hpp"

namespace het {
namespace {

AxisPart row_part(const MatrixPart& part) { return {&part.distribution->rows, part.i}; }
AxisPart col_part(const MatrixPart& part) { return {&part.distribution->cols, part.j}; }

}  // namespace

Schedule::Schedule(MatrixPart source, MatrixPart target, Extent m, Extent n, bool transposed)
    : source_(source),
      target_(target),
      transposed_(transposed),
      rows_(row_part(source), transposed ? col_part(target) : row_part(target), m),
      cols_(col_part(source), transposed ? row_part(target) : col_part(target), n) {
  require(source.placement->ranks() == target.placement->ranks(),
          "source is placed on {} ranks and target on {}: both must be the ranks of one communicator",
          source.placement->ranks(), target.placement->ranks());
}

Transfer Schedule::transfer(const Placement::Coord& from, const Placement::Coord& to, int peer) const {
  if (!from.on_grid() || !to.on_grid()) return {peer, nullptr, nullptr, 0, 0};
  const ProcessCoord si(from.row), sj(from.col);
  const ProcessCoord ti(transposed_ ? to.col : to.row), tj(transposed_ ? to.row : to.col);
  return {peer, &rows_.runs(si, ti), &cols_.runs(sj, tj), rows_.volume(si, ti), cols_.volume(sj, tj)};
}

Schedule::ForRank Schedule::for_rank(int rank) const {
  const int ranks = source_.placement->ranks();
  ForRank mine;
  const auto add = [](std::vector<Transfer>& list, const Transfer& t) {
    if (t.elements() > 0) list.push_back(t);
  };
  add(mine.self, transfer((*source_.placement)[rank], (*target_.placement)[rank], rank));
  for (int round = 1; round < ranks; ++round) {
    const int to = (rank + round) % ranks, from = (rank - round + ranks) % ranks;
    add(mine.sends, transfer((*source_.placement)[rank], (*target_.placement)[to], to));
    add(mine.receives, transfer((*source_.placement)[from], (*target_.placement)[rank], from));
  }
  return mine;
}

Extent Schedule::volume() const {
  Extent elements = 0;
  for (int from = 0; from < source_.placement->ranks(); ++from)
    for (int to = 0; to < source_.placement->ranks(); ++to)
      if (from != to) elements += transfer((*source_.placement)[from], (*target_.placement)[to], to).elements();
  return elements;
}

}  // namespace het
