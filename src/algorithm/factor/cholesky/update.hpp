#pragma once
#include <span>

#include "src/algorithm/factor/cholesky/lower_view.hpp"
#include "src/distribution/panels/triangle/triangle_blocks.hpp"
#include "src/kernel/sliced_gemm.hpp"

namespace het {

// k columns of L as an update needs them on one rank: its rows from local row `first_row` on, and once more those
// with the numbers of its columns, from local column `first_col` on.
template <Scalar T>
struct FactorColumns {
  const T *rows, *cols;
  Extent row_ld, col_ld, first_row, first_col, k;

  const T* row(Extent il) const { return rows + (il - first_row); }
  const T* col(Extent jl) const { return cols + (jl - first_col); }
};

// The lower triangle of A(:, j) -= L L(j, :)^H on one rank, for any distribution: nothing above the diagonal is
// computed but within squares of a few columns, and nothing there is read or written.
template <Scalar T>
class TriangularUpdate {
 public:
  TriangularUpdate(const LowerView<T>& a, const Slicing& slicing);

  // Local columns [begin, end), in slices with `poll` between them. Several parts of L are subtracted slice by slice.
  void run(std::span<const FactorColumns<T>> l, Extent begin, Extent end, const Idle& poll = {});
  // Seconds that a slice should take.
  void set_slice(double seconds) { slicing_.seconds = seconds; }
  // Spent computing so far.
  double seconds() const { return seconds_; }

 private:
  void rectangle(const TriangleBlock& block, const Idle& poll);
  void stairs(const TriangleBlock& block);

  const LowerView<T>& a_;
  Slicing slicing_;
  Buffer<T> square_;
  std::span<const FactorColumns<T>> l_;  // what is subtracted, and its columns
  Extent inner_ = 0;
  double seconds_ = 0;
};

}  // namespace het
