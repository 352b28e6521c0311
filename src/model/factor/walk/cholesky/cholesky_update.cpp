#include "src/model/factor/walk/cholesky/cholesky_update.hpp"

#include <algorithm>

namespace het {
namespace {

// TriangularUpdate's, and Slicing's.
constexpr Extent piece_width = 512, square_width = 24;

}  // namespace

CholeskyUpdate::CholeskyUpdate(const FactorSteps& steps, int i, int j)
    : half_speed_square_(steps.platform.rates.half_speed_square),
      rows_(steps.matrix.distribution.rows.local_size(ProcessCoord(i))) {
  const AxisMap &rows = steps.matrix.distribution.rows, &cols = steps.matrix.distribution.cols;
  for (Extent col = 0; col < steps.all_cols(j); ++col)
    tops_.push_back(
        rows.local_begin(cols.global_index(LocalIndex(col), ProcessCoord(j)), ProcessCoord(i)).value());
}

std::vector<CholeskyUpdate::Part> CholeskyUpdate::parts(Extent begin, Extent end) const {
  std::vector<Part> parts(1);
  const Extent pieces = (end - begin + piece_width - 1) / piece_width;
  for (Extent piece = 0; piece < pieces; ++piece)
    descend(begin + (end - begin) * piece / pieces, begin + (end - begin) * (piece + 1) / pieces, rows_, true,
            parts);
  return parts;
}

// The last of the parts gets what is before the next rectangle.
void CholeskyUpdate::descend(Extent begin, Extent end, Extent row_end, bool whole,
                             std::vector<Part>& parts) const {
  const Extent first = top(begin), full = std::min(top(end - 1), row_end), cols = end - begin;
  if (full < row_end) {
    parts.back().rows = row_end - full;
    parts.back().row = elements(row_end - full, cols, whole) / static_cast<double>(row_end - full);
    parts.emplace_back();
  }
  if (first >= full) return;
  if (cols <= square_width) {
    parts.back().stairs += elements(full - first, cols, false);
    return;
  }
  const Extent middle = begin + cols / 2;
  descend(begin, middle, full, false, parts);
  descend(middle, end, full, false, parts);
}

// With what a small product costs more than a large one (TrailingElements).
double CholeskyUpdate::elements(Extent rows, Extent cols, bool whole) const {
  return static_cast<double>(rows * cols) +
         (whole ? 0 : half_speed_square_ * static_cast<double>(std::min(rows, cols)));
}

}  // namespace het
