#include "src/algorithm/factor/cholesky/window/panel_window.hpp"

namespace het {
namespace {

// Columns of L in one product, in widths of a panel, and batches at a time.
constexpr Extent panels_in_batch = 4;
constexpr std::size_t most_batches = 2;

}  // namespace

template <Scalar T>
PanelWindow<T>::PanelWindow(const LowerView<T>& a, const TransposePlan& plan, const FactorOptions& options,
                            int tag)
    : batches_(cut_batches(cut_panels(a.cols(), a.n(), options.panel_width),
                           panels_in_batch * options.panel_width)) {
  Extent width = 0;
  std::size_t panels = 0;
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    batch_of_.insert(batch_of_.end(), batches_[b].panels.size(), b);
    width = std::max(width, batches_[b].width());
    panels = std::max(panels, batches_[b].panels.size());
  }
  // The first batch of a store has the most rows.
  for (std::size_t store = 0; store < std::min(most_batches, batches_.size()); ++store)
    stores_.emplace_back(a, plan, batches_[store].base(), width, panels, tag);
}

template <Scalar T>
Extent PanelWindow<T>::widest_panel() const {
  Extent widest = 0;
  for (std::size_t k = 0; k < panels(); ++k) widest = std::max(widest, panel(k).width());
  return widest;
}

template <Scalar T>
bool PanelWindow<T>::open(std::size_t k, std::size_t needed) {
  BatchStore<T>& room = store(k);
  const Batch* held = room.batch();
  if (held == &batch(k)) return true;
  if (held && (held->last > needed || !room.passed_on())) return false;
  room.reset(batch(k));
  return true;
}

template <Scalar T>
std::vector<FactorColumns<T>> PanelWindow<T>::columns(std::size_t first, std::size_t last) {
  std::vector<FactorColumns<T>> columns;
  for (std::size_t end = 0; first < last; first = end) {
    end = std::min(last, batch(first).last);
    columns.push_back(store(first).columns(first, end));
  }
  return columns;
}

// MPI does a bounded part of its work at each look: looks until two in a row bring nothing.
template <Scalar T>
void PanelWindow<T>::progress() {
  for (int idle = 0; idle < 2;) {
    std::size_t completed = 0;
    for (auto& store : stores_) completed += store.progress();
    idle = completed > 0 ? 0 : idle + 1;
  }
}

template <Scalar T>
void PanelWindow<T>::finish() {
  for (auto& store : stores_) store.finish();
}

template <Scalar T>
Extent PanelWindow<T>::bytes_sent() const {
  Extent sum = 0;
  for (const auto& store : stores_) sum += store.bytes_sent();
  return sum;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelWindow<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
