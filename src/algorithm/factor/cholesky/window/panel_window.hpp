#pragma once
#include "src/algorithm/factor/cholesky/window/batch_store.hpp"

namespace het {

// The panels of L that a rank holds at a time: those of a few batches, from the oldest one that it still needs to the
// one that is being factored. How far a rank may fall behind another.
template <Scalar T>
class PanelWindow {
 public:
  // Takes the memory. No communication.
  PanelWindow(const LowerView<T>& a, const TransposePlan& plan, const FactorOptions& options, int tag);

  std::size_t panels() const { return batch_of_.size(); }
  const Panel& panel(std::size_t k) const { return batch(k).panel(k); }
  Extent widest_panel() const;

  // Makes room for panel k, the next one; false while its place is taken by panels that are needed, `needed` and
  // those behind it, or that have not been passed on.
  bool open(std::size_t k, std::size_t needed);
  BatchStore<T>& store(std::size_t k) { return stores_[batch_of_[k] % stores_.size()]; }

  // The columns of L of the panels [first, last), those of each batch on their own.
  std::vector<FactorColumns<T>> columns(std::size_t first, std::size_t last);

  // Passes on what has arrived.
  void progress();
  void finish();
  Extent bytes_sent() const;

 private:
  const Batch& batch(std::size_t k) const { return batches_[batch_of_[k]]; }

  std::vector<Batch> batches_;
  std::vector<std::size_t> batch_of_;
  std::vector<BatchStore<T>> stores_;
};

}  // namespace het
