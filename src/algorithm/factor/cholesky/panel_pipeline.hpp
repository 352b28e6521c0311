#pragma once
#include "src/algorithm/factor/cholesky/diagonal_block.hpp"
#include "src/algorithm/factor/cholesky/trailing_matrix.hpp"

namespace het {

// Factors one panel after another and brings them to all ranks, in steps between which the caller computes. A step
// hardly waits: for the block on the diagonal a moment, as all ranks of a process column need it at the same time.
// For each panel, columns [k0, k1):
//   A(k0:n, k0:k1)  -= L(k0:n, 0:k0) L(k0:k1, 0:k0)^H as far as missing     (its process column)
//   L(k0:k1, k0:k1)  = Cholesky factor of A(k0:k1, k0:k1)                   (one rank of it)
//   L(k1:n, k0:k1)   = A(k1:n, k0:k1) L(k0:k1, k0:k1)^-H                    (its process column)
//   L(k1:n, k0:k1) to all ranks of the process row, and to the process columns that have columns of these numbers
// Two panels are on their way at a time.
template <Scalar T>
class PanelPipeline {
 public:
  // Takes memory for one block of the diagonal. No communication. Uses `tag` and the next one.
  PanelPipeline(const LowerView<T>& a, PanelWindow<T>& window, TrailingMatrix<T>& trailing, int tag,
                Moves& moves);

  // Does what can be done now, as far as the window permits.
  void advance();
  // The panels before this one are here.
  std::size_t arrived() const { return arrived_; }
  // Waits until panel k is here, or the matrix has turned out not to be positive definite.
  void wait(std::size_t k);
  // Waits until the columns below `col` are here.
  void await_columns(Extent col);
  // Waits until all has been passed on.
  void finish() { window_.finish(); }

  // 0, or k > 0 when the leading minor of order k is not positive definite: no further panel will come.
  Extent info() const { return info_; }
  // Panel, broadcast, exchange, the wait for columns, and the bytes; the computing of it is in `busy`.
  ComputeStatistics statistics() const;

 private:
  double computed() const { return statistics_.panel + statistics_.exchange + trailing_.seconds(); }
  bool start_next();
  bool take_next();
  bool factor();
  bool expect();
  bool bring_up_to_date();
  bool solve_with_factor();
  void solve();
  template <class Put>
  void take(Put put);
  bool take_info(std::size_t k);
  PanelSlot<T>& slot() { return window_.slot(next_); }
  const Panel& panel() const { return window_.panel(next_); }

  const LowerView<T>& a_;
  PanelWindow<T>& window_;
  TrailingMatrix<T>& trailing_;
  Moves& moves_;
  DiagonalBlock<T> diagonal_;
  // The first panel that is not started, and the first one that is not all here: the same, or the one before.
  std::size_t next_ = 0, arrived_ = 0;
  // How far the next panel is on its process column: nothing is done; its block on the diagonal may come; its columns
  // are up to date, and that block is on its way; its rows are those of L.
  enum class Stage { waiting, expecting, up_to_date, solved } stage_ = Stage::waiting;
  Extent info_ = 0;
  ComputeStatistics statistics_;
};

}  // namespace het
