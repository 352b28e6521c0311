#pragma once
#include <array>

#include "src/algorithm/factor/lu/panel_factorization.hpp"
#include "src/algorithm/factor/lu/trailing_update.hpp"
#include "src/distribution/panels/audience.hpp"
#include "src/distribution/panels/panel_ends.hpp"

namespace het {

// LU factorization with partial pivoting, A = P L U, of an m x n matrix in any distribution; A is overwritten by L
// (unit diagonal not stored) and U. The columns of a panel of L lack the interchanges of later panels, so that rows
// and columns are final after their steps: LeftInterchange makes of it what LAPACK's GETRF leaves.
//
// Right-looking with a look-ahead of one panel [BPRR99 §3.2]:
//   for each panel k:  A(k, j) := P_k A(k, j), U(k, j) := L(k, k)^-1 A(k, j), A(k+1:m, j) -= L(k+1:m, k) U(k, j)
// for the columns j of panel k+1 first, which is then factored and sent while all other columns follow. Panels are
// factored by their process column (LuPanelFactorization) and travel along the process rows on a ring, to the processes
// that still have columns to update (Audience); pivot rows travel along the process columns, piece by piece behind
// the update by the panel before, and the rows of U are made of them by all process rows, or by each in a part of the
// columns for all (TrailingExchange). While a panel waits for messages, a little of the update before it is done
// behind its columns (TrailingUpdate).
//
// Work of process (i, j): 2 m_i n_j k operations per panel of k columns (8 for complex types), besides the panels.
// Memory for panels of w columns: three panels of m_i w, at most 10 w (n_j + 1024) elements for pivot rows and their
// messages (2 w (n_j + 1600) on a single process row), and O(m) indices.
template <Scalar T>
class Lu {
 public:
  // Takes all memory, without communication. Throws std::bad_alloc; throws Error for a part outside its matrix. The
  // problem's distribution and placement must outlive the object.
  Lu(const Communicator& comm, const FactorProblem<T>& problem, FactorOptions options = {});
  Lu(const Lu&) = delete;
  Lu& operator=(const Lu&) = delete;

  // Collective over the grid; other ranks return at once. Once only.
  ComputeStatistics run();

  // The panels it has cut A into. On every rank.
  const std::vector<Panel>& panels() const { return panels_; }
  // For k < min(m, n): the row, counted from the first of A, that was exchanged with row k. On every rank of the grid.
  const std::vector<Extent>& pivots() const { return pivots_; }
  // 0, or k > 0: U(k, k), counted from 1, is the first exact zero on the diagonal of U; the factorization has been
  // completed. On every rank of the grid.
  Extent info() const { return info_; }

 private:
  TrailingExchange<T> exchange_with(int tag_of_u, const FactorOptions& options, bool arriving) const;
  Extent columns_here() const;
  void await(Extent col);
  void await_piece(std::size_t k, std::size_t j);
  void open(std::size_t k);
  ProcessLine ring(std::size_t k) const;
  void receive(std::size_t k);
  void start_exchange(std::size_t k, Extent updated_to);
  Extent update(std::size_t k, std::size_t j);
  Idle fill_wait();
  void progress();
  void finish();
  void share_pivots();
  bool mine(std::size_t k) const { return k < panels_.size() && panels_[k].col == a_.grid().col(); }
  // Of step k or the one before: two steps are under way at a time.
  LuPanel<T>& panel(std::size_t k) { return slots_[k % slots_.size()]; }
  TrailingExchange<T>& exchange(std::size_t k) { return exchanges_[k % exchanges_.size()]; }

  const GridMatrix<T> a_;
  Moves& moves_;
  const ProcessLine row_, column_;
  const std::vector<Panel> panels_;
  const Audience audience_;
  const Extent width_;  // of the widest panel
  // One more than the two steps under way: a rank may be a step behind.
  std::array<LuPanel<T>, lu_panels_alive> slots_;
  std::array<TrailingExchange<T>, 2> exchanges_;
  TrailingUpdate<T> update_;
  JointLook look_;
  LuPanelFactorization<T> factorization_;
  std::vector<Extent> pivots_;
  Extent info_ = 0;
  ComputeStatistics statistics_;
};

}  // namespace het
