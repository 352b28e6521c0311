#pragma once
#include "src/algorithm/factor/cholesky/batch_store.hpp"
#include "src/algorithm/factor/cholesky/diagonal_block.hpp"

namespace het {

// Factors the panels of one batch after another and brings them to all ranks, in steps that never wait: the caller
// computes between them. For each panel, columns [k0, k1):
//   A(k0:n, k0:k1)  -= L(k0:n, earlier panels of the batch) L(k0:k1, the same)^H     (its process column)
//   L(k0:k1, k0:k1)  = Cholesky factor of A(k0:k1, k0:k1)                            (one rank of it)
//   L(k1:n, k0:k1)   = A(k1:n, k0:k1) L(k0:k1, k0:k1)^-H                             (its process column)
//   L(k1:n, k0:k1) to all ranks of the process row, and then down the process columns
template <Scalar T>
class PanelPipeline {
 public:
  // Takes all memory. No communication.
  PanelPipeline(const LowerView<T>& a, const TransposePlan& plan, const std::vector<Batch>& batches,
                const Slicing& slicing);

  // Starts on the batch; its columns are up to date with all earlier batches. The last one must be done; its columns
  // stay until begin() has been called twice.
  void begin(const Batch& batch);
  // Does what can be done now.
  void advance();
  // True when the batch is here, or when the matrix has turned out not to be positive definite.
  bool done() const { return stage_ == Stage::done; }
  void wait();
  // Waits until all has been passed on.
  void finish();

  Extent info() const { return info_; }
  // The columns of L of the batch last begun.
  FactorColumns<T> columns() const { return store().columns(0, batch_->panels.size()); }
  // Panel, broadcast, exchange and the bytes; `busy` is the computing among it.
  FactorStatistics statistics() const;

 private:
  enum class Stage { start, diagonal, across, down, done };
  bool step();
  void start_panel();
  void solve();
  void next_panel();
  const BatchStore<T>& store() const { return stores_[turn_]; }
  BatchStore<T>& store() { return stores_[turn_]; }
  const Panel& panel() const { return batch_->panels[current_]; }

  const LowerView<T>& a_;
  TriangularUpdate<T> update_;  // its own: it works between the slices of another
  std::vector<BatchStore<T>> stores_;
  DiagonalBlock<T> diagonal_;
  const Batch* batch_ = nullptr;
  std::size_t turn_ = 0, current_ = 0;
  Stage stage_ = Stage::done;
  Extent info_ = 0;
  FactorStatistics statistics_;
};

}  // namespace het
