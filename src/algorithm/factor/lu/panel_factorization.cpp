#include "src/algorithm/factor/lu/panel_factorization.hpp"

#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/solves.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/kernel/largest.hpp"

namespace het {
namespace {

// x := x / pivot, by the reciprocal where that cannot overflow, as LAPACK does.
template <Scalar T>
void divide(T* x, Extent n, T pivot) {
  if (std::abs(pivot) >= std::numeric_limits<Real<T>>::min()) {
    const T reciprocal = T(1) / pivot;
    for (Extent i = 0; i < n; ++i) x[i] *= reciprocal;
  } else {
    for (Extent i = 0; i < n; ++i) x[i] /= pivot;
  }
}

}  // namespace

template <Scalar T>
LuPanelFactorization<T>::LuPanelFactorization(const GridMatrix<T>& a, const ProcessLine& column, Extent width,
                                              int tag)
    : a_(&a),
      column_(&column),
      tag_(tag),
      messages_(column.size() * (Extent{sizeof(Candidate)} + 2 * width * Extent{sizeof(T)})) {}

// The panel is factored in a copy: its columns then lie close together, and it is in the memory it is sent from.
template <Scalar T>
void LuPanelFactorization<T>::copy(bool back) const {
  const Extent first = panel_->first_row(), rows = panel_->lld(), jl = a_->local_col(panel_->panel().begin);
  for (Extent j = 0; j < panel_->width(); ++j)
    if (back)
      std::copy_n(at(0, j), rows, a_->at(first, jl + j));
    else
      std::copy_n(a_->at(first, jl + j), rows, at(0, j));
  charge::copy(rows * panel_->width() * Extent{sizeof(T)});
}

template <Scalar T>
void LuPanelFactorization<T>::run(LuPanel<T>& panel, const Idle& idle) {
  panel_ = &panel;
  idle_ = &idle;
  shortest_round_ = std::numeric_limits<double>::max();
  panel.info() = 0;
  copy(false);
  factor(0, panel.width());
  // My part of the top: the pivots' rows.
  const Extent own = panel.lld() - panel.rows_below();
  for (Extent il = 0; il < own; ++il) {
    const Extent i = a_->global_row(panel.first_row() + il, column_->me) - panel.panel().begin;
    for (Extent j = 0; j < panel.width(); ++j) *at(il, j) = *top(i, j);
  }
  copy(true);
}

// Columns [begin, end), updated by all before them.
template <Scalar T>
void LuPanelFactorization<T>::factor(Extent begin, Extent end) {
  if (end - begin <= leaf_width) return factor_columns(begin, end);
  const Extent middle = begin + (end - begin) / 2, il = active(middle), w = panel_->width();
  const Extent left = middle - begin, right = end - middle, rows = panel_->lld() - il;
  factor(begin, middle);
  // U12 = L11^-1 A12; A22 -= L21 U12
  solve_from_left(left, right, top(begin, begin), w, top(begin, middle), w);
  if (rows > 0)
    blas::gemm('N', 'N', rows, right, left, T(-1), at(il, begin), panel_->lld(), top(begin, middle), w, T(1),
               at(il, middle), panel_->lld());
  factor(middle, end);
}

// The same column by column, each updated when its turn comes, which writes it once.
template <Scalar T>
void LuPanelFactorization<T>::factor_columns(Extent begin, Extent end) {
  for (Extent j = begin; j < end; ++j) {
    const Extent il = active(j), rows = panel_->lld() - il;
    // u = L11^-1 A(begin : j-1, j); A(j : m-1, j) -= A(j : m-1, begin : j-1) u
    for (Extent l = begin; l < j; ++l)
      for (Extent i = l + 1; i < j; ++i) *top(i, j) -= *top(i, l) * *top(l, j);
    if (rows > 0 && j > begin)
      blas::gemv('N', rows, j - begin, T(-1), at(il, begin), panel_->lld(), top(begin, j), 1, T(1), at(il, j),
                 1);
    eliminate(j);
  }
}

// Finds the pivot of column j, exchanges its row with row j, and divides what is below by it.
template <Scalar T>
void LuPanelFactorization<T>::eliminate(Extent j) {
  const Extent w = panel_->width(), lld = panel_->lld(), il = active(j);
  const int me = column_->me, current_owner = a_->row_owner(row(j));
  const auto gather = [&](T* to, Extent from) {
    for (Extent l = 0; l < w; ++l) to[l] = *at(from, l);
  };
  said(me) = candidate(j);
  // The search, and the division below.
  charge::level2(static_cast<double>(flops_per_multiply_add<T> * (lld - il)));
  if (said(me).row >= 0) gather(candidate_row(me), a_->local_row(said(me).row) - panel_->first_row());
  if (current_owner == me) gather(current_row(me), il);

  const double begin = MPI_Wtime();
  bytes_sent_ += all_gather(a_->grid().comm(), *column_, messages_.data(), message_size(), tag_, *idle_);
  const double round = MPI_Wtime() - begin;
  waited_ += round;
  shortest_round_ = std::min(shortest_round_, round);

  const int best = winner();
  const Extent pivot = said(best).row;
  panel_->pivots()[static_cast<std::size_t>(j)] = pivot;
  for (Extent l = 0; l < w; ++l) *top(j, l) = candidate_row(best)[l];
  if (best == me && pivot != row(j)) {
    const Extent place = a_->local_row(pivot) - panel_->first_row();
    for (Extent l = 0; l < w; ++l) *at(place, l) = current_row(current_owner)[l];
  }
  const Extent below = active(j + 1);
  if (*top(j, j) != T(0))
    divide(at(below, j), lld - below, *top(j, j));
  else if (panel_->info() == 0)
    panel_->info() = row(j) + 1;
}

template <Scalar T>
typename LuPanelFactorization<T>::Candidate LuPanelFactorization<T>::candidate(Extent j) const {
  const Extent il = active(j), rows = panel_->lld() - il;
  if (rows > 0 && a_->row_owner(row(j)) == column_->me && *at(il, j) != *at(il, j))
    return {std::numeric_limits<double>::quiet_NaN(), row(j)};
  const auto found = largest(at(il, j), rows);
  if (found.at < 0) return {-1, -1};
  return {static_cast<double>(found.magnitude),
          a_->global_row(panel_->first_row() + il + found.at, column_->me)};
}

// The place with the largest element; among equal ones the first row, and a NaN, which only the diagonal's owner can
// have said, before all.
template <Scalar T>
int LuPanelFactorization<T>::winner() const {
  int best = -1;
  for (int place = 0; place < column_->size(); ++place) {
    const Candidate& mine = said(place);
    if (mine.row < 0) continue;
    if (std::isnan(mine.magnitude)) return place;
    if (best < 0 || mine.magnitude > said(best).magnitude ||
        (mine.magnitude == said(best).magnitude && mine.row < said(best).row))
      best = place;
  }
  return best;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class LuPanelFactorization<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
