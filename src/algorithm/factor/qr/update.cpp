#include "src/algorithm/factor/qr/update.hpp"

#include "src/base/watch.hpp"
#include "src/distribution/panels/column_pieces.hpp"

namespace het {
namespace {

// A message takes several looks of both sides.
constexpr int looks = 4;

}  // namespace

template <Scalar T>
QrUpdate<T>::QrUpdate(const GridMatrix<T>& a, Extent width, const Slicing& slicing)
    : a_(&a),
      lld_(std::max<Extent>(a.lld(), 1)),
      lag_(a.grid().p() > 1 ? 1 : 0),
      piece_(widest_qr_piece(a.local_col(a.n()), slicing.most)),
      slicing_(slicing) {
  slicing_.awaited_seconds = qr_awaited_seconds;
  const ProcessLine column = ProcessLine::column_of(a.grid());
  for (Extent s = 0; s < 2 * lag_ + 1; ++s) sums_.emplace_back(a.grid().comm(), column, piece_, width);
}

template <Scalar T>
void QrUpdate<T>::apply(const BlockReflector<T>& h, Extent k, Extent begin, Extent end, const Idle& poll) {
  stairs_ = reflector_stairs(a_->rows(), ProcessCoord(a_->grid().row()), k, h.width, h.rows);
  const Extent row = a_->local_row(k);
  const Extent pieces = column_pieces(end - begin, piece_, a_->grid().p());
  const auto first = [&](Extent piece) { return part_begin(begin, end, piece, pieces); };
  const auto timed = [&](Activity what, const auto& work) {
    const double start = MPI_Wtime();
    work();
    (what == Activity::update ? busy_ : waited_) += booked(what, start, MPI_Wtime());
  };
  for (Extent s = 0; s < pieces + 2 * lag_; ++s) {
    if (s < pieces) {  // W := A^H V
      ProductSum<T>& w = sum(s);
      w.resize(first(s + 1) - first(s), h.width);
      multiply(h, a_->at(row, first(s)), w, poll);
      timed(Activity::update, [&] { w.scatter(); });
      look(poll);
    }
    if (s >= lag_ && s < pieces + lag_) {  // W := (sum of W) T
      ProductSum<T>& w = sum(s - lag_);
      timed(Activity::exchange, [&] { w.await_parts(poll); });
      timed(Activity::update, [&] { w.combine(h.t(), h.ld); });
    }
    if (const Extent last = s - 2 * lag_; last >= 0) {  // A(k:m, piece) -= V W^H
      ProductSum<T>& w = sum(last);
      timed(Activity::exchange, [&] { w.await_sums(poll); });
      timed(Activity::update, [&] { w.finish(); });
      subtract(h, a_->at(row, first(last)), w, poll);
    }
  }
}

template <Scalar T>
void QrUpdate<T>::set_step(Extent elements, Extent width) {
  slicing_.step_work =
      2 * static_cast<double>(flops_per_multiply_add<T> * width) * static_cast<double>(elements);
}

template <Scalar T>
template <class Product>
void QrUpdate<T>::in_slices_of(const BlockReflector<T>& h, Extent columns, const Idle& poll,
                               Product product) {
  const auto column_flops = static_cast<double>(flops_per_multiply_add<T> * h.rows * h.width);
  busy_ += in_slices(columns, column_flops, slicing_, product, [&] { look(poll); });
}

template <Scalar T>
void QrUpdate<T>::multiply(const BlockReflector<T>& h, const T* a, ProductSum<T>& w, const Idle& poll) {
  in_slices_of(h, w.rows(), poll, [&](Extent j, Extent columns) {
    for (const ReflectorStair& stair : stairs_)
      blas::gemm('C', 'N', columns, stair.width, stair.rows(), T(1), a + stair.begin + j * lld_, lld_,
                 h.v + stair.begin, h.ld, T(&stair == stairs_.data() ? 0 : 1), w.data() + j, w.ld());
  });
}

template <Scalar T>
void QrUpdate<T>::subtract(const BlockReflector<T>& h, T* a, const ProductSum<T>& w, const Idle& poll) {
  in_slices_of(h, w.rows(), poll, [&](Extent j, Extent columns) {
    for (const ReflectorStair& stair : stairs_)
      blas::gemm('N', 'C', stair.rows(), columns, stair.width, T(-1), h.v + stair.begin, h.ld, w.data() + j,
                 w.ld(), T(1), a + stair.begin + j * lld_, lld_);
  });
}

template <Scalar T>
void QrUpdate<T>::look(const Idle& poll) {
  const auto show_sums = [this](JointLook& look) {
    for (auto& sum : sums_) sum.progress(look);
  };
  for (int i = 0; i < looks; ++i) look_.at_all(show_sums);
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
