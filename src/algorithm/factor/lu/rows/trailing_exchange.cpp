#include "src/algorithm/factor/lu/rows/trailing_exchange.hpp"

#include "src/base/watch.hpp"
#include "src/distribution/panels/column_pieces.hpp"

namespace het {

template <Scalar T>
TrailingExchange<T>::TrailingExchange(const GridMatrix<T>& a, const ProcessLine& column, PieceCut cut,
                                      RowTags tags)
    : a_(&a), cut_(cut) {
  if (!a.grid().inside()) return;
  for (const Extent cols : lu_piece_widths(a.local_col(a.n()), cut_.panel_width, cut_.piece_cols,
                                           a.grid().p(), cut_.arriving_pieces))
    exchanges_.emplace_back(a, column, cut_.panel_width, cols, tags);
}

template <Scalar T>
void TrailingExchange<T>::plan(const LuPanel<T>& panel, const Panel* next, bool arriving) {
  rows_.emplace(a_->rows(), panel.panel().begin, panel.pivots(), a_->grid().row());
  l11_ = panel.top();
  begin_ = a_->local_col(panel.panel().end);
  started_ = 0;
  ends_ = lu_piece_ends(begin_, next ? next->width() : 0, a_->local_col(a_->n()), cut_.piece_cols,
                        a_->grid().p(), arriving ? cut_.arriving_pieces : 0);
}

template <Scalar T>
double TrailingExchange<T>::start(Extent updated_to) {
  if (all_started() || ends_[started_] > updated_to) return 0;
  const double begin = MPI_Wtime();
  for (; started_ < ends_.size() && ends_[started_] <= updated_to; ++started_) {
    const Extent jl = started_ == 0 ? begin_ : ends_[started_ - 1];
    exchanges_[started_].start(*rows_, l11_, jl, ends_[started_] - jl, cut_.shared_solve && started_ > 0);
  }
  return booked(Activity::exchange, begin, MPI_Wtime());
}

template <Scalar T>
double TrailingExchange<T>::progress(JointLook& look) {
  double seconds = 0;
  bool in_order = true;  // of what is sent with one tag
  for (std::size_t i = 0; planned() && i < started_; ++i) {
    RowExchange<T>& piece = exchanges_[i];
    piece.progress(look);
    if (in_order && !piece.solved()) seconds += piece.solve();
    in_order = in_order && piece.solved();
  }
  return seconds;
}

template <Scalar T>
bool TrailingExchange<T>::owes() const {
  for (std::size_t i = 0; planned() && i < started_; ++i)
    if (!exchanges_[i].solved()) return true;
  return false;
}

template <Scalar T>
Extent TrailingExchange<T>::bytes_sent() const {
  Extent bytes = 0;
  for (const auto& each : exchanges_) bytes += each.bytes_sent();
  return bytes;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class TrailingExchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
