#include "src/model/arrival.hpp"

#include <algorithm>

#include "src/distribution/column_strips.hpp"

namespace het {
namespace {

// The ranks of one layout with what each of them has of every strip, in parts of its elements of the whole matrix.
class Strips {
 public:
  Strips(const Placed& matrix, const ColumnStrips& strips, bool triangle)
      : matrix_(matrix), count_(static_cast<std::size_t>(strips.count())) {
    const AxisMap &rows = matrix.distribution.rows, &cols = matrix.distribution.cols;
    rows_ = parts(
        rows, strips, [&](Extent s) { return triangle ? strips.begin(s) : 0; },
        [&](Extent) { return rows.extent(); });
    cols_ = parts(
        cols, strips, [&](Extent s) { return strips.begin(s); }, [&](Extent s) { return strips.end(s); });
  }
  double part(int rank, std::size_t s) const {
    const auto at = matrix_.placement[rank];
    return at.on_grid() ? rows_[index(at.row, s)] * cols_[index(at.col, s)] : 0;
  }

 private:
  std::size_t index(int coord, std::size_t s) const { return static_cast<std::size_t>(coord) * count_ + s; }
  template <class Begin, class End>
  static std::vector<double> parts(const AxisMap& axis, const ColumnStrips& strips, Begin begin, End end) {
    std::vector<double> result;
    for (int c = 0; c < axis.processes(); ++c) {
      const auto all = static_cast<double>(std::max<Extent>(axis.local_size(ProcessCoord(c)), 1));
      for (Extent s = 0; s < strips.count(); ++s)
        result.push_back(static_cast<double>(
                             axis.local_size(ProcessCoord(c), GlobalIndex(begin(s)), GlobalIndex(end(s)))) /
                         all);
    }
    return result;
  }

  const Placed matrix_;
  const std::size_t count_;
  std::vector<double> rows_, cols_;  // by coordinate, strip by strip
};

}  // namespace

Arrival::Arrival(const Platform& platform, const CallShape& shape, const Placed& caller, const Placed& matrix)
    : columns_(shape.n), callers_(caller.distribution.p() * caller.distribution.q()), here_{} {
  const ColumnStrips strips(shape.n);
  const bool triangle = shape.kind == RoutineKind::cholesky;
  const Strips before(caller, strips, triangle), after(matrix, strips, triangle);
  const MoveCosts whole = move_costs(platform, shape.element_bytes, caller, matrix);
  const std::size_t ranks = whole.of_rank.size(), count = static_cast<std::size_t>(strips.count());
  const auto together = static_cast<std::size_t>(strips.arriving(matrix.distribution.cols));

  std::vector<MoveCosts::Link> in_strips(ranks), under_way(ranks);
  double longest = 0, seconds = 0;
  for (const auto& link : whole.of_rank) longest = std::max(longest, link.longer());
  const double stretched = longest > 0 ? whole.seconds / longest : 0;
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t r = 0; r < ranks; ++r) {
      const int rank = static_cast<int>(r);
      under_way[r] +=
          {whole.of_rank[r].sent * before.part(rank, s), whole.of_rank[r].received * after.part(rank, s)};
    }
    here_.push_back(0);
    if ((s + 1) % together > 0 && s + 1 < count) continue;
    double most = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
      most = std::max(most, under_way[r].longer());
      in_strips[r] += under_way[r];
      under_way[r] = {};
    }
    seconds += most * stretched;
    std::fill(here_.end() - static_cast<std::ptrdiff_t>(s % together + 1), here_.end(), seconds);
  }

  links_.resize(static_cast<std::size_t>(matrix.distribution.p() * matrix.distribution.q()));
  for (std::size_t r = 0; r < ranks; ++r) {
    const auto at = matrix.placement[static_cast<int>(r)];
    if (!at.on_grid()) continue;
    const auto elements = static_cast<double>(matrix.distribution.rows.local_size(ProcessCoord(at.row)) *
                                              matrix.distribution.cols.local_size(ProcessCoord(at.col)));
    links_[static_cast<std::size_t>(at.row * matrix.distribution.q() + at.col)] = {
        in_strips[r].sent, in_strips[r].received, elements > 0 ? whole.of_rank[r].received / elements : 0};
  }
}

double Arrival::until(Extent col) const {
  const auto count = static_cast<Extent>(here_.size());
  Extent s = 0;
  while (s + 1 < count && columns_ * (s + 1) / count < col) ++s;
  return here_[static_cast<std::size_t>(s)];
}

}  // namespace het
