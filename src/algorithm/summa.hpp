#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "src/algorithm/moves.hpp"
#include "src/algorithm/operand.hpp"
#include "src/algorithm/statistics.hpp"
#include "src/distribution/panels/product/product_panels.hpp"
#include "src/kernel/sliced_gemm.hpp"

namespace het {

// C := alpha op(A) op(B) + beta C, where op(A) is m x k, op(B) k x n and C m x n, each a part of a matrix in
// any distribution over the ranks of one communicator; A, B and C need not be aligned, nor on the same grid.
template <Scalar T>
struct GemmProblem {
  char trans_a = 'N', trans_b = 'N';  // 'N', 'T' or 'C'
  Extent m = 0, n = 0, k = 0;
  T alpha = T(1), beta = T(0);
  Operand<const T> a, b;
  Operand<T> c;
};

// Calls set panels, moves and last_pieces. The others fit all products that are worth a call; tests make them small, so that
// small matrices are cut as large ones are.
struct SummaOptions {
  PanelStreamLimits panels;
  Moves* moves = &Moves::none();  // of C, which is here, and may leave; must outlive the object
  Extent last_pieces = 1;         // of columns of C in which it is finished
  Extent least_in_place = 128;  // shorter pieces of a panel are copied rather than multiplied where they lie
  Slicing slicing;              // local work between two looks at the messages
};

// How SUMMA cuts a problem's inner dimension (product_panels). Pure: the storage is not looked at.
template <Scalar T>
ProductPanels panels_of(const GemmProblem<T>& problem, const PanelStreamLimits& limits);

template <Scalar T>
class PanelStream;
struct InnerPanel;

// SUMMA with stationary C [BPRR99 §3.1]:
//   for each panel s of the inner dimension:  C += alpha op(A)(:, s) op(B)(s, :)
// C stays where it is. Each panel travels straight from where its elements are to all ranks of C's grid row
// (op(A)) or column (op(B)) that need them: a move and a broadcast in one, the same schedules as any other
// redistribution. The next panels travel while panel s is multiplied; several of them, because processors do
// not keep step: one that falls behind for a while must not stop the others. A panel holds several blocks, so
// that the local product has a long inner dimension whatever the caller's nb, and what a rank owns of it is
// multiplied where it lies (InnerPanel).
//
// Volume per rank: its part of A times the columns of C's grid, and its part of B times the rows, less what
// it keeps. Local work: 2 m_i n_j k operations (8 for complex types). With beta = 0, C is not read; with
// alpha = 0, A and B are still read: callers treat that case themselves.
template <Scalar T>
class Summa {
 public:
  // Takes the memory for all panels; lists of messages are made as it runs. Throws std::bad_alloc; throws Error for
  // parts outside their matrices and for more than 9 panels at a time. No communication. The problem's distributions and
  // placements must outlive the object.
  Summa(const Communicator& comm, const GemmProblem<T>& problem, SummaOptions options = {});
  ~Summa();

  // Collective over the communicator; all ranks give the same global arguments.
  ComputeStatistics run();

 private:
  void multiply(Extent s, const InnerPanel& panel, Slicing& slicing, double& seconds);
  double multiply(Extent s, const InnerPanel& panel, T beta, Extent begin, Extent end, Slicing& slicing);
  void progress();

  const GemmProblem<T> problem_;
  AxisMap c_rows_, c_cols_;
  const SummaOptions options_;
  const ProductPanels panels_;
  int col_ = 0;
  Extent local_m_ = 0, local_n_ = 0;
  LocalArray<T> c_;  // from the first element of the product on
  std::unique_ptr<PanelStream<T>> a_, b_;
  JointLook look_;
};

}  // namespace het
