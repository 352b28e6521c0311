#include "src/algorithm/factor/lu/piece_update.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr Extent widest_tile = 64, least = 8;  // columns; rows and columns

}  // namespace

template <Scalar T>
double PieceUpdate<T>::tile(double seconds, const Slicing& slicing) {
  if (done() || slicing.seconds_per_unit <= 0) return 0;
  const double elements =
      std::min(seconds / (static_cast<double>(flops_per_multiply_add<T> * k_) * slicing.seconds_per_unit),
               static_cast<double>(widest_tile * (m_ + least)));
  if (elements < static_cast<double>(least * least)) return 0;
  if (row_ == 0) {
    const Extent cols = std::min(widest_tile, static_cast<Extent>(elements) / least / least * least);
    tile_cols_ = n_ - col_ < cols + least ? n_ - col_ : cols;
  }
  const Extent rows = std::max(static_cast<Extent>(elements) / tile_cols_ / least * least, least);
  return multiply_rows(m_ - row_ < rows + least ? m_ - row_ : rows);
}

// So many more rows of the tile's columns.
template <Scalar T>
double PieceUpdate<T>::multiply_rows(Extent rows) {
  const double begin = MPI_Wtime();
  const auto l = l_.at(row_, 0), u = u_.at(0, col_);
  const auto c = c_.at(row_, col_);
  blas::gemm('N', 'N', rows, tile_cols_, k_, T(-1), l.data, l.lld, u.data, u.lld, T(1), c.data, c.lld);
  row_ += rows;
  if (row_ == m_) {
    col_ += tile_cols_;
    row_ = 0;
  }
  return booked(Activity::update, begin, MPI_Wtime());
}

template <Scalar T>
double PieceUpdate<T>::finish(Slicing& slicing, const std::function<void()>& poll) {
  double seconds = row_ > 0 ? multiply_rows(m_ - row_) : 0;
  if (done()) return seconds;
  seconds += sliced_gemm('N', 'N', m_, n_ - col_, k_, T(-1), l_, u_.at(0, col_), T(1), c_.at(0, col_),
                         slicing, poll);
  col_ = n_;
  return seconds;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PieceUpdate<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
