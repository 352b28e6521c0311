#include "src/algorithm/factor/cholesky/update.hpp"

#include "src/base/watch.hpp"

namespace het {
namespace {

// Rows of a square that are computed at a time; there are more than columns only where distributions differ. Chosen: the square
// stays in the nearest cache.
constexpr Extent square_rows = 64;

}  // namespace

template <Scalar T>
TriangularUpdate<T>::TriangularUpdate(const LowerView<T>& a, const Slicing& slicing)
    : a_(a), slicing_(slicing), square_(triangle_square_width * square_rows) {}

template <Scalar T>
void TriangularUpdate<T>::run(std::span<const FactorColumns<T>> l, Extent begin, Extent end,
                              const Idle& poll) {
  l_ = l;
  inner_ = 0;
  for (const auto& part : l) inner_ += part.k;
  if (inner_ == 0) return;
  cut_triangle(
      begin, end, a_.local_row(a_.n()), [this](Extent jl) { return a_.top(jl); },
      [&](const TriangleBlock& block) { rectangle(block, poll); },
      [this](const TriangleBlock& block) { stairs(block); });
}

// A(row : row_end-1, begin : end-1) -= L(row : row_end-1, :) L(begin : end-1, :)^H
template <Scalar T>
void TriangularUpdate<T>::rectangle(const TriangleBlock& block, const Idle& poll) {
  const double row_flops =
      static_cast<double>(flops_per_multiply_add<T>) * static_cast<double>(block.cols() * inner_);
  const auto product = [&](Extent first, Extent height) {
    for (const auto& l : l_)
      a_.subtract_product(block.row + first, block.begin, height, block.cols(), l.k, l.row(block.row + first),
                          l.row_ld, l.col(block.begin), l.col_ld);
  };
  seconds_ += in_slices(block.rows(), row_flops, slicing_, product, [&] {
    if (poll) poll();
  });
}

// The part of the same that is not above the diagonal, for a few columns.
template <Scalar T>
void TriangularUpdate<T>::stairs(const TriangleBlock& block) {
  const Extent row_end = block.row_end, begin = block.begin, end = block.end;
  const double start = MPI_Wtime();
  for (Extent row = block.row, height = 0; row < row_end; row += height) {
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
