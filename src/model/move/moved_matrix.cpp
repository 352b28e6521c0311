#include "src/model/move/moved_matrix.hpp"

#include <algorithm>

#include "src/distribution/column_strips.hpp"

namespace het {
namespace {

// What coordinate c has of the elements [begin(s), end(s)) of an axis, in parts of all that it has, strip by strip.
template <class Begin, class End>
std::vector<double> strip_parts(const AxisMap& axis, const ColumnStrips& strips, Begin begin, End end) {
  std::vector<double> parts;
  for (int c = 0; c < axis.processes(); ++c) {
    const ProcessCoord coord(c);
    const auto all = static_cast<double>(std::max<Extent>(axis.local_size(coord), 1));
    for (Extent s = 0; s < strips.count(); ++s)
      parts.push_back(
          static_cast<double>(axis.local_size(coord, GlobalIndex(begin(s)), GlobalIndex(end(s)))) / all);
  }
  return parts;
}

// The part of a rank's elements that lies in a strip.
class Strips {
 public:
  Strips(const Placed& matrix, const ColumnStrips& strips, bool triangle)
      : placement_(matrix.placement),
        count_(static_cast<std::size_t>(strips.count())),
        rows_(strip_parts(
            matrix.distribution.rows, strips, [&](Extent s) { return triangle ? strips.begin(s) : 0; },
            [&](Extent) { return matrix.distribution.rows.extent(); })),
        cols_(strip_parts(
            matrix.distribution.cols, strips, [&](Extent s) { return strips.begin(s); },
            [&](Extent s) { return strips.end(s); })) {}

  double part(std::size_t rank, std::size_t s) const {
    const auto at = placement_[static_cast<int>(rank)];
    return at.on_grid() ? rows_[index(at.row, s)] * cols_[index(at.col, s)] : 0;
  }

 private:
  std::size_t index(int coord, std::size_t s) const { return static_cast<std::size_t>(coord) * count_ + s; }

  const Placement& placement_;
  const std::size_t count_;
  const std::vector<double> rows_, cols_;
};

// By rank: what its link carries of some strips.
using Links = std::vector<MoveCosts::Link>;

double longest(const Links& links) {
  double most = 0;
  for (const auto& link : links) most = std::max(most, link.longer());
  return most;
}

}  // namespace

MovedMatrix::MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller,
                         const Placed& matrix)
    : columns_(shape.n), callers_(caller.distribution.p() * caller.distribution.q()), here_{} {
  const ColumnStrips strips(shape.n);
  const bool triangle = shape.kind == RoutineKind::cholesky;
  const Strips before(caller, strips, triangle), after(matrix, strips, triangle);
  const MoveCosts whole = move_costs(platform, shape.element_bytes, caller, matrix);
  const double of_link = longest(whole.of_rank), stretched = of_link > 0 ? whole.seconds / of_link : 0;

  const auto count = static_cast<std::size_t>(strips.count()),
             together = static_cast<std::size_t>(strips.arriving(matrix.distribution.cols));
  const std::size_t ranks = whole.of_rank.size();
  const auto of_strip = [&](std::size_t r, std::size_t s) {
    return MoveCosts::Link{whole.of_rank[r].sent * before.part(r, s),
                           whole.of_rank[r].received * after.part(r, s)};
  };
  Links all(ranks);
  double begin = 0;
  while (here_.size() < count) {
    Links under_way(ranks);
    const std::size_t first = here_.size(), last = std::min(first + together, count);
    for (std::size_t r = 0; r < ranks; ++r) {
      for (std::size_t s = first; s < last; ++s) under_way[r] += of_strip(r, s);
      all[r] += under_way[r];
    }
    double here = begin;
    for (std::size_t s = first; s < last; ++s) {
      for (std::size_t r = 0; r < ranks; ++r)
        if (of_strip(r, s).longer() > 0) here = std::max(here, begin + under_way[r].longer() * stretched);
      here_.push_back(here);
    }
    begin = here;
  }
  put_on_grid(matrix, whole.of_rank, all);
}

// whole, carried: by rank, of a move of the whole matrix, and of all strips.
void MovedMatrix::put_on_grid(const Placed& matrix, const Links& whole, const Links& carried) {
  const AxisMap &rows = matrix.distribution.rows, &cols = matrix.distribution.cols;
  links_.resize(static_cast<std::size_t>(rows.processes() * cols.processes()));
  for (std::size_t r = 0; r < whole.size(); ++r) {
    const auto at = matrix.placement[static_cast<int>(r)];
    if (!at.on_grid()) continue;
    const auto elements =
        static_cast<double>(rows.local_size(ProcessCoord(at.row)) * cols.local_size(ProcessCoord(at.col)));
    links_[static_cast<std::size_t>(at.row * cols.processes() + at.col)] = {
        carried[r].sent, carried[r].received, elements > 0 ? whole[r].received / elements : 0};
  }
}

double MovedMatrix::until(Extent col) const {
  const auto count = static_cast<Extent>(here_.size());
  Extent s = 0;
  while (s + 1 < count && columns_ * (s + 1) / count < col) ++s;
  return here_[static_cast<std::size_t>(s)];
}

}  // namespace het
