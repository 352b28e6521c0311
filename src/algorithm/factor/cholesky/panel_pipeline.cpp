#include "src/algorithm/factor/cholesky/panel_pipeline.hpp"

namespace het {
namespace {

// Tags 60 to 79, and beyond with more than 17 process rows.
constexpr int tag_diagonal = 60, tag_store = 62;

Extent widest_panel(const std::vector<Batch>& batches) {
  Extent widest = 0;
  for (const Batch& batch : batches)
    for (const Panel& panel : batch.panels) widest = std::max(widest, panel.width());
  return widest;
}

}  // namespace

template <Scalar T>
PanelPipeline<T>::PanelPipeline(const LowerView<T>& a, const TransposePlan& plan,
                                const std::vector<Batch>& batches, const Slicing& slicing)
    : a_(a), update_(a, slicing), diagonal_(a, widest_panel(batches), tag_diagonal) {
  Extent width = 0;
  std::size_t panels = 0;
  for (const Batch& batch : batches) {
    width = std::max(width, batch.width());
    panels = std::max(panels, batch.panels.size());
  }
  // The first batch has the most rows.
  for (int store = 0; store < 2; ++store)
    stores_.emplace_back(a, plan, batches.front().base(), width, panels, tag_store);
}

template <Scalar T>
void PanelPipeline<T>::begin(const Batch& batch) {
  turn_ = 1 - turn_;
  store().reset(batch);
  batch_ = &batch;
  current_ = 0;
  stage_ = Stage::start;
}

template <Scalar T>
void PanelPipeline<T>::advance() {
  for (auto& store : stores_) store.progress();
  while (!done() && step()) {
  }
}

// One stage of the current panel, if what it needs is here.
template <Scalar T>
bool PanelPipeline<T>::step() {
  switch (stage_) {
    case Stage::start:
      start_panel();
      return true;
    case Stage::diagonal:
      if (!diagonal_.advance()) return false;
      solve();
      store().start_across(current_);
      stage_ = Stage::across;
      return true;
    case Stage::across:
      if (!store().arrived_across(current_)) return false;
      if (const Extent info = store().info(current_); info > 0) {
        info_ = panel().begin + info;
        stage_ = Stage::done;
        return false;
      }
      statistics_.exchange += store().start_down(current_);
      stage_ = Stage::down;
      return true;
    case Stage::down:
      if (!store().arrived_down(current_)) return false;
      statistics_.exchange += store().take_down(current_);
      next_panel();
      return true;
    case Stage::done:
      break;
  }
  return false;
}

// A(k0:n, k0:k1) -= L(k0:n, earlier) L(k0:k1, earlier)^H
template <Scalar T>
void PanelPipeline<T>::start_panel() {
  ++statistics_.steps;
  if (panel().col != a_.col()) {
    store().start_across(current_);
    stage_ = Stage::across;
    return;
  }
  if (current_ > 0) {
    const double seconds =
        update_.run(store().columns(0, current_), a_.local_col(panel().begin), a_.local_col(panel().end));
    statistics_.panel += seconds;
    statistics_.busy += seconds;
  }
  diagonal_.start(panel());
  stage_ = Stage::diagonal;
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
  const double seconds = MPI_Wtime() - begin;
  statistics_.panel += seconds;
  statistics_.busy += seconds;
}

template <Scalar T>
void PanelPipeline<T>::next_panel() {
  ++current_;
  stage_ = current_ == batch_->panels.size() ? Stage::done : Stage::start;
}

// What passes without computing is booked on what is waited for.
template <Scalar T>
void PanelPipeline<T>::wait() {
  while (!done()) {
    const Stage stage = stage_;
    const double begin = MPI_Wtime(), counted = statistics_.panel + statistics_.exchange;
    advance();
    const double idle = MPI_Wtime() - begin - (statistics_.panel + statistics_.exchange - counted);
    (stage == Stage::across ? statistics_.broadcast
     : stage == Stage::down ? statistics_.exchange
                            : statistics_.panel) += idle;
  }
}

template <Scalar T>
void PanelPipeline<T>::finish() {
  for (auto& store : stores_) store.finish();
}

template <Scalar T>
FactorStatistics PanelPipeline<T>::statistics() const {
  FactorStatistics all = statistics_;
  all.bytes_sent = diagonal_.bytes_sent();
  for (const auto& store : stores_) all.bytes_sent += store.bytes_sent();
  return all;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelPipeline<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
