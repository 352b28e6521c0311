#include "src/algorithm/factor/cholesky/panel_pipeline.hpp"

namespace het {
template <Scalar T>
PanelPipeline<T>::PanelPipeline(const LowerView<T>& a, PanelWindow<T>& window, TrailingMatrix<T>& trailing,
                                int tag)
    : a_(a), window_(window), trailing_(trailing), diagonal_(a, window.widest_panel(), tag) {}

template <Scalar T>
void PanelPipeline<T>::advance() {
  window_.progress();
  while (!blocked() && step()) {
  }
  trailing_.set_arrived(current_);
}

// One stage of the current panel, if what it needs is here.
template <Scalar T>
bool PanelPipeline<T>::step() {
  switch (stage_) {
    case Stage::start:
      return start();
    case Stage::diagonal:
      if (!diagonal_.advance()) return false;
      solve();
      store().start_across(current_);
      stage_ = Stage::across;
      return true;
    case Stage::across:
      return take_across();
    case Stage::down:
      if (!store().arrived_down(current_)) return false;
      statistics_.exchange += store().take_down(current_);
      ++current_;
      stage_ = Stage::start;
      return true;
  }
  return false;
}

// A(k0:n, k0:k1) -= L(k0:n, 0:k0) L(k0:k1, 0:k0)^H
template <Scalar T>
bool PanelPipeline<T>::start() {
  if (!window_.open(current_, trailing_.swept())) return false;
  if (panel().col == a_.col()) {
    if (!trailing_.bring_up_to_date(current_)) return false;
    diagonal_.start(panel());
    stage_ = Stage::diagonal;
  } else {
    store().start_across(current_);
    stage_ = Stage::across;
  }
  ++statistics_.steps;
  return true;
}

// L(k1:n, k0:k1) = A(k1:n, k0:k1) L(k0:k1, k0:k1)^-H
template <Scalar T>
void PanelPipeline<T>::solve() {
  const double begin = MPI_Wtime();
  const Extent il = a_.local_row(panel().end), jl = a_.local_col(panel().begin), width = panel().width();
  const Extent m = a_.local_row(a_.n()) - il, ld = store().row_ld();
  T* l21 = store().fill_rows(current_, il, diagonal_.info());
  a_.load(il, jl, m, width, l21, ld);
  if (m > 0 && diagonal_.info() == 0) {
    blas::trsm('R', 'L', 'C', 'N', m, width, T(1), diagonal_.data(), diagonal_.ld(), l21, ld);
    a_.store(il, jl, m, width, l21, ld);
  }
  statistics_.panel += MPI_Wtime() - begin;
  statistics_.busy += MPI_Wtime() - begin;
}

template <Scalar T>
bool PanelPipeline<T>::take_across() {
  if (!store().arrived_across(current_)) return false;
  if (const Extent info = store().info(current_); info > 0) {
    info_ = panel().begin + info;
    return false;
  }
  statistics_.exchange += store().start_down(current_);
  stage_ = Stage::down;
  return true;
}

// What passes without computing is booked on what is waited for.
template <Scalar T>
void PanelPipeline<T>::wait(std::size_t k) {
  const auto computed = [&] { return statistics_.panel + statistics_.exchange + trailing_.seconds(); };
  while (current_ <= k && info_ == 0) {
    const Stage stage = stage_;
    const double begin = MPI_Wtime(), before = computed();
    advance();
    const double idle = MPI_Wtime() - begin - (computed() - before);
    (stage == Stage::down       ? statistics_.exchange
     : stage == Stage::diagonal ? statistics_.panel
                                : statistics_.broadcast) += idle;
  }
}

template <Scalar T>
FactorStatistics PanelPipeline<T>::statistics() const {
  FactorStatistics all = statistics_;
  all.bytes_sent = diagonal_.bytes_sent() + window_.bytes_sent();
  return all;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelPipeline<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
