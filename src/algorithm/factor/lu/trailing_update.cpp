#include "src/algorithm/factor/lu/trailing_update.hpp"

#include "src/base/watch.hpp"
#include "src/bindings/charge.hpp"

namespace het {

template <Scalar T>
void TrailingUpdate<T>::begin(const LuPanel<T>& l, TrailingExchange<T>& exchange) {
  l_ = &l;
  exchange_ = &exchange;
  laid_out_ = 0;
  slicing_.step_work = flops(l.panel().end);
}

// Of A(k+1:m, col:n) -= L(k+1:m, k) U(k, col:n) on this process.
template <Scalar T>
double TrailingUpdate<T>::flops(Extent col) const {
  const Extent columns = a_->local_col(a_->n()) - a_->local_col(col);
  return static_cast<double>(flops_per_multiply_add<T> * l_->width()) *
         static_cast<double>(l_->rows_below() * columns);
}

// U(k, j) = L(k, k)^-1 A(k, j), which has come in part from other process rows, goes to the owners of these rows, and
// what is to be done with it is laid out.
template <Scalar T>
double TrailingUpdate<T>::lay_out(std::size_t j) {
  RowExchange<T>& piece = exchange_->piece(j);
  double seconds = piece.solve();
  const double begin = MPI_Wtime();
  const Extent width = l_->width(), cols = piece.cols(), jl = piece.first_col();
  const T* u = piece.pivot_rows();
  const auto& targets = exchange_->rows().targets();
  for (Extent col = 0; col < cols; ++col)
    for (const auto& target : targets) *a_->at(target.row, jl + col) = u[target.pivot + col * width];
  charge::copy(std::ssize(targets) * cols * Extent{sizeof(T)});
  seconds += booked(Activity::update, begin, MPI_Wtime());
  piece_ = PieceUpdate<T>(l_->rows_below(), cols, width, {l_->below(), l_->lld()}, {u, width},
                          {a_->at(a_->local_row(l_->panel().end), jl), a_->lld()});
  laid_out_ = j + 1;
  return seconds;
}

template <Scalar T>
double TrailingUpdate<T>::finish(std::size_t j, const Idle& poll) {
  double seconds = laid_out(j) ? 0 : lay_out(j);
  if (j + 1 == laid_out_) seconds += piece_.finish(slicing_, poll);
  return seconds;
}

template <Scalar T>
bool TrailingUpdate<T>::fills_waits(const Panel& next) const {
  return filling_.pays(last_panel_, flops(next.end) * slicing_.seconds_per_unit);
}

template <Scalar T>
void TrailingUpdate<T>::fill_wait() {
  if (piece_.done()) {
    if (laid_out_ == exchange_->pieces() || !exchange_->started(laid_out_) ||
        !exchange_->piece(laid_out_).done())
      return;
    meanwhile_ += lay_out(laid_out_);
  }
  meanwhile_ += piece_.tile(filling_.tile(last_panel_), slicing_);
}

template <Scalar T>
void TrailingUpdate<T>::factored(Extent width, double computing, double shortest_round, bool filled) {
  if (!filled) last_panel_.round = shortest_round;
  last_panel_.seconds = computing + static_cast<double>(width) * last_panel_.round;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class TrailingUpdate<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
