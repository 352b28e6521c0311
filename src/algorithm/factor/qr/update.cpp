#include "src/algorithm/factor/qr/update.hpp"

namespace het {
namespace {

// Columns of a piece: enough for the local products' speed, few enough for a look at the messages in time.
constexpr Extent piece_columns = 512;
// A message takes several looks of both sides.
constexpr int looks = 4;

Extent columns_of_piece(Extent columns, const Slicing& slicing) {
  return std::max<Extent>(std::min({piece_columns, slicing.most, columns}), 1);
}

}  // namespace

template <Scalar T>
QrUpdate<T>::QrUpdate(const GridMatrix<T>& a, Extent width, const Slicing& slicing)
    : a_(&a),
      lld_(std::max<Extent>(a.lld(), 1)),
      lag_(a.grid().p() > 1 ? 1 : 0),
      piece_(columns_of_piece(a.local_col(a.n()), slicing)) {
  const Line column = Line::column_of(a.grid());
  for (Extent s = 0; s < 2 * lag_ + 1; ++s) sums_.emplace_back(a.grid().comm(), column, piece_, width);
}

template <Scalar T>
void QrUpdate<T>::apply(const BlockReflector<T>& h, Extent row, Extent begin, Extent end, const Idle& poll) {
  const Extent columns = end - begin, pieces = (columns + piece_ - 1) / piece_;
  const auto first = [&](Extent piece) { return begin + columns * piece / pieces; };
  const auto timed = [](double& seconds, const auto& work) {
    const double start = MPI_Wtime();
    work();
    seconds += MPI_Wtime() - start;
  };
  for (Extent s = 0; s < pieces + 2 * lag_; ++s) {
    if (s < pieces) {  // W := A^H V
      ProductSum<T>& w = sum(s);
      w.resize(first(s + 1) - first(s), h.width);
      timed(busy_, [&] {
        blas::gemm('C', 'N', w.rows(), h.width, h.rows, T(1), a_->at(row, first(s)), lld_, h.v, h.ld, T(0),
                   w.data(), w.ld());
        w.scatter();
      });
      look(poll);
    }
    if (s >= lag_ && s < pieces + lag_)  // W := (sum of W) T
      timed(lag_ > 0 ? waited_ : busy_, [&] { sum(s - lag_).combine(h.t(), h.ld, poll); });
    if (const Extent last = s - 2 * lag_; last >= 0) {  // A(k:m, piece) -= V W^H
      ProductSum<T>& w = sum(last);
      timed(waited_, [&] { w.finish(poll); });
      timed(busy_, [&] {
        blas::gemm('N', 'C', h.rows, w.rows(), h.width, T(-1), h.v, h.ld, w.data(), w.ld(), T(1),
                   a_->at(row, first(last)), lld_);
      });
      look(poll);
    }
  }
}

template <Scalar T>
void QrUpdate<T>::look(const Idle& poll) {
  for (int i = 0; i < looks; ++i)
    for (auto& sum : sums_) sum.progress();
  poll();
}

template <Scalar T>
Extent QrUpdate<T>::bytes_sent() const {
  Extent bytes = 0;
  for (const auto& sum : sums_) bytes += sum.bytes_sent();
  return bytes;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class QrUpdate<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
