#include "src/model/factor/walk/cholesky/cholesky_update.hpp"

#include <algorithm>

#include "src/distribution/panels/triangle/triangle_blocks.hpp"

namespace het {

CholeskyUpdate::CholeskyUpdate(const FactorSteps& steps, int i, int j)
    : rates_(steps.platform.rates), rows_(steps.matrix.distribution.rows.local_size(ProcessCoord(i))) {
  const AxisMap &rows = steps.matrix.distribution.rows, &cols = steps.matrix.distribution.cols;
  for (Extent col = 0; col < steps.all_cols(j); ++col)
    tops_.push_back(
        rows.local_begin(cols.global_index(LocalIndex(col), ProcessCoord(j)), ProcessCoord(i)).value());
}

// The last of the parts gets what is before the next rectangle.
std::vector<CholeskyUpdate::Part> CholeskyUpdate::parts(Extent begin, Extent end) const {
  std::vector<Part> parts(1);
  cut_triangle(
      begin, end, rows_, [this](Extent col) { return top(col); },
      [&](const TriangleBlock& block) {
        parts.back().rows = block.rows();
        parts.back().row =
            elements(block.rows(), block.cols(), block.whole) / static_cast<double>(block.rows());
        parts.emplace_back();
      },
      [&](const TriangleBlock& block) {
        parts.back().stairs += elements(block.rows(), block.cols(), false);
      });
  return parts;
}

// With what a small product costs more than a large one (TrailingElements), or one of few columns more than a wide one.
double CholeskyUpdate::elements(Extent rows, Extent cols, bool whole) const {
  const auto all = static_cast<double>(rows * cols);
  const double small = whole ? 0 : rates_.half_speed_square * static_cast<double>(std::min(rows, cols));
  return all + std::max(small, (rates_.narrow(cols) - 1) * all);
}

}  // namespace het
