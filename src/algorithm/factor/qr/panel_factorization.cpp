#include "src/algorithm/factor/qr/panel_factorization.hpp"

#include "src/bindings/charge.hpp"
#include "src/bindings/tags.hpp"
#include "src/distribution/panels/reflectors/panel_sums.hpp"

namespace het {
namespace {

// Of so many multiply-adds.
template <Scalar T>
double operations(Extent count) {
  return static_cast<double>(flops_per_multiply_add<T> * count);
}

}  // namespace

template <Scalar T>
QrPanelFactorization<T>::QrPanelFactorization(const GridMatrix<T>& a, Extent width)
    : a_(&a),
      line_(ProcessLine::column_of(a.grid())),
      lld_(std::max<Extent>(a.lld(), 1)),
      // The largest messages: a column's, and the last columns of V^H V with the A^H V of two halves.
      parts_(line_.size() * (column_elements(leaf_width) + width * leaf_width + width * width / 4)),
      row_(leaf_width),
      norms_(static_cast<std::size_t>(line_.size())) {}

template <Scalar T>
void QrPanelFactorization<T>::factor(const Panel& panel, const BlockReflector<T>& group, Extent group_begin,
                                     const Idle& idle) {
  group_ = group;
  group_begin_ = group_begin;
  row0_ = a_->local_row(group_begin);
  begin_ = panel.begin - group_begin;
  end_ = panel.end - group_begin;
  col0_ = a_->local_col(panel.begin);
  idle_ = &idle;
  write_unit_top();
  factor(begin_, end_);
}

// V's rows down to the panel's last column are those of a unit lower triangle; T's lower part is zero.
template <Scalar T>
void QrPanelFactorization<T>::write_unit_top() {
  for (Extent j = begin_; j < end_; ++j) {
    std::fill_n(v(0, j), row(j + 1), T(0));
    if (row(j) < row(j + 1)) *v(row(j), j) = T(1);
    std::fill_n(t(0, j), group_.width, T(0));
  }
}

template <Scalar T>
void QrPanelFactorization<T>::factor(Extent begin, Extent end) {
  const Extent middle = right_half(begin, end);
  if (middle == end) {
    for (Extent j = begin; j < end; ++j) eliminate(j, end);
    if (end == end_) reflect(begin, end, end);
    return;
  }
  factor(begin, middle);
  reflect(begin, middle, end);
  factor(middle, end);
}

// A part of a column's message: scale and sum of squares of x, (x / scale)^H A(j+1:m, j+1:end), and from the owner
// of row j A(j, j:end).
template <Scalar T>
void QrPanelFactorization<T>::eliminate(Extent j, Extent end) {
  const Extent others = end - j - 1, size = column_elements(others);
  const Extent diagonal = row(j), below = row(j + 1), rows = group_.rows - below;
  const bool owner = diagonal < below;
  T* mine = part(line_.me, size);
  std::fill_n(mine, size, T(0));
  charge::level2(operations<T>(2 * rows));
  const auto norm = scaled_copy<T>({a(below, j), static_cast<std::size_t>(rows)}, v(below, j));
  mine[0] = T(norm.scale);
  mine[1] = T(norm.squares);
  if (rows > 0 && others > 0)
    blas::gemv('C', rows, others, T(1), a(below, j + 1), lld_, v(below, j), 1, T(0), mine + 2, 1);
  for (Extent l = 0; owner && l <= others; ++l) mine[2 + others + l] = *a(diagonal, j + l);
  gather(size);

  const auto h = reflector_of(others, size, a_->row_owner(group_begin_ + j));
  *t(j, j) = h.tau;
  if (owner) *a(diagonal, j) = h.beta;
  const T weight = h.weight(norm.scale);
  charge::level2(operations<T>(rows));
  for (Extent il = below; il < group_.rows; ++il) *a(il, j) = *v(il, j) *= weight;
  // A(j:m, j+1:end) -= conj(tau) v (v^H A)
  if (!h.identity && group_.rows > diagonal && others > 0)
    blas::ger(group_.rows - diagonal, others, -conjugate(h.tau), v(diagonal, j), 1, row_.data(), 1,
              a(diagonal, j + 1), lld_);
}

// The reflector of a column j, and row := v^H A(j:m, j+1:end), from all ranks' parts.
template <Scalar T>
Reflector<T> QrPanelFactorization<T>::reflector_of(Extent others, Extent size, int owner) {
  for (int rank = 0; rank < line_.size(); ++rank)
    norms_[static_cast<std::size_t>(rank)] = {std::real(part(rank, size)[0]), std::real(part(rank, size)[1])};
  const T* top = part(owner, size) + 2 + others;
  const auto h = make_reflector<T>(top[0], norms_);
  std::copy_n(top + 1, others, row_.data());
  for (int rank = 0; rank < line_.size(); ++rank) {
    const T weight = h.weight(norms_[static_cast<std::size_t>(rank)].scale);
    const T* products = part(rank, size) + 2;  // their conjugates
    for (Extent l = 0; l < others; ++l) row_.data()[l] += conjugate(weight * products[l]);
  }
  return h;
}

template <Scalar T>
void QrPanelFactorization<T>::reflect(Extent begin, Extent middle, Extent end) {
  const ReflectorSum sum = reflector_sum(begin_, begin, middle, end);
  const Extent leaf = sum.leaf, ldv = group_.ld, left = middle - begin, right = end - middle,
               size = sum.elements();
  T* gram = part(line_.me, size);
  // G := V(:, 0:middle)^H V(:, leaf:middle),  W := A(:, middle:end)^H V(:, begin:middle)
  blas::gemm('C', 'N', middle, middle - leaf, group_.rows - row(leaf), T(1), v(row(leaf), 0), ldv,
             v(row(leaf), leaf), ldv, T(0), gram, middle);
  blas::gemm('C', 'N', right, left, group_.rows - row(begin), T(1), a(row(begin), middle), lld_,
             v(row(begin), begin), ldv, T(0), gram + sum.gram, std::max<Extent>(right, 1));
  gather(size);
  gram = part(0, size);
  for (int rank = 1; rank < line_.size(); ++rank)
    std::transform(gram, gram + size, part(rank, size), gram, std::plus<T>());
  charge::level2(operations<T>(size * (line_.size() - 1)));
  extend_t(leaf, middle, gram);
  if (right == 0) return;
  // A(:, middle:end) -= V (W T)^H
  T* w = gram + sum.gram;
  blas::trmm('R', 'U', 'N', 'N', right, left, T(1), t(begin, begin), group_.ld, w, right);
  blas::gemm('N', 'C', group_.rows - row(begin), right, left, T(-1), v(row(begin), begin), ldv, w, right,
             T(1), a(row(begin), middle), lld_);
}

// Columns [begin, end) of T, a leaf's, from `gram` = V(:, 0:end)^H V(:, begin:end), by ?larft's formula within the
// leaf, T(begin:i, i) = -tau(i) T(begin:i, begin:i) V(:, begin:i)^H v(i), and above it by
// T(0:begin, leaf) = -T(0:begin, 0:begin) V(:, 0:begin)^H V(:, leaf) T(leaf, leaf).
template <Scalar T>
void QrPanelFactorization<T>::extend_t(Extent begin, Extent end, const T* gram) {
  const Extent width = end - begin;
  for (Extent i = begin; i < end; ++i) {
    const T* products = gram + (i - begin) * end;
    for (Extent k = begin; k < i; ++k) {
      T sum(0);
      for (Extent l = k; l < i; ++l) sum += *t(k, l) * products[l];
      *t(k, i) = -*t(i, i) * sum;
    }
  }
  if (begin == 0) return;
  for (Extent j = begin; j < end; ++j) std::copy_n(gram + (j - begin) * end, begin, t(0, j));
  blas::trmm('L', 'U', 'N', 'N', begin, width, T(-1), group_.t(), group_.ld, t(0, begin), group_.ld);
  blas::trmm('R', 'U', 'N', 'N', begin, width, T(1), t(begin, begin), group_.ld, t(0, begin), group_.ld);
}

template <Scalar T>
void QrPanelFactorization<T>::gather(Extent size) {
  const double begin = MPI_Wtime();
  bytes_sent_ +=
      all_gather(a_->grid().comm(), line_, parts_.data(), size * Extent{sizeof(T)}, tags::qr_columns, *idle_);
  waited_ += MPI_Wtime() - begin;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class QrPanelFactorization<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
