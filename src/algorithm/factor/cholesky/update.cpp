#include "src/algorithm/factor/cholesky/update.hpp"

#include "src/base/watch.hpp"

namespace het {
namespace {

// Columns that are updated at a time, and below which the triangle is not split any more.
constexpr Extent piece_width = 512, square_width = 24;
// Rows of a square that are computed at a time; there are more than columns only where distributions differ.
constexpr Extent square_rows = 64;

}  // namespace

template <Scalar T>
TriangularUpdate<T>::TriangularUpdate(const LowerView<T>& a, const Slicing& slicing)
    : a_(a), slicing_(slicing), square_(square_width * square_rows) {}

template <Scalar T>
void TriangularUpdate<T>::run(std::span<const FactorColumns<T>> l, Extent begin, Extent end,
                              const Idle& poll) {
  l_ = l;
  inner_ = 0;
  for (const auto& part : l) inner_ += part.k;
  const Extent row_end = a_.local_row(a_.n());
  const Extent pieces = (end - begin + piece_width - 1) / piece_width;
  for (Extent piece = 0; piece < pieces && inner_ > 0; ++piece)
    descend(begin + (end - begin) * piece / pieces, begin + (end - begin) * (piece + 1) / pieces, row_end,
            poll);
}

// Rows above row_end of the columns: below the last column's diagonal a rectangle, above it two smaller triangles.
template <Scalar T>
void TriangularUpdate<T>::descend(Extent begin, Extent end, Extent row_end, const Idle& poll) {
  const Extent top = a_.top(begin), full = std::min(a_.top(end - 1), row_end);
  if (full < row_end) rectangle(full, row_end, begin, end, poll);
  if (top >= full) return;
  if (end - begin <= square_width) return stairs(top, full, begin, end);
  const Extent middle = begin + (end - begin) / 2;
  descend(begin, middle, full, poll);
  descend(middle, end, full, poll);
}

// A(row : row_end-1, begin : end-1) -= L(row : row_end-1, :) L(begin : end-1, :)^H
template <Scalar T>
void TriangularUpdate<T>::rectangle(Extent row, Extent row_end, Extent begin, Extent end, const Idle& poll) {
  const double row_flops =
      static_cast<double>(flops_per_multiply_add<T>) * static_cast<double>((end - begin) * inner_);
  const auto product = [&](Extent first, Extent height) {
    for (const auto& l : l_)
      a_.subtract_product(row + first, begin, height, end - begin, l.k, l.row(row + first), l.row_ld,
                          l.col(begin), l.col_ld);
  };
  seconds_ += in_slices(row_end - row, row_flops, slicing_, product, [&] {
    if (poll) poll();
  });
}

// The part of the same that is not above the diagonal, for a few columns.
template <Scalar T>
void TriangularUpdate<T>::stairs(Extent row, Extent row_end, Extent begin, Extent end) {
  const double start = MPI_Wtime();
  for (Extent height = 0; row < row_end; row += height) {
    height = std::min(row_end - row, square_rows);
    for (const auto& l : l_)
      blas::gemm('N', 'C', height, end - begin, l.k, T(1), l.row(row), l.row_ld, l.col(begin), l.col_ld,
                 &l == l_.data() ? T(0) : T(1), square_.data(), height);
    for (Extent jl = begin; jl < end; ++jl)
      for (Extent il = std::max(row, a_.top(jl)); il < row + height; ++il)
        a_.subtract(il, jl, square_.data()[il - row + (jl - begin) * height]);
  }
  seconds_ += booked(Activity::update, start, MPI_Wtime());
}

#define HET_INSTANTIATE(LETTER, TYPE) template class TriangularUpdate<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
