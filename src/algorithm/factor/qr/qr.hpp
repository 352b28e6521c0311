#pragma once
#include <memory>

#include "src/algorithm/factor/factor.hpp"

namespace het {

template <Scalar T>
class QrRun;

// A = Q R by blocked Householder reflections, for A (m x n) in any distribution:
//   for each group of panels g:  A(k:m, group) = (I - V T V^H) (R; 0),
//                                A(k:m, right of it) := (I - V T V^H)^H A(k:m, right of it)
// Panels that follow each other, each on its process column, are applied to the rest as one block reflector (PanelGroup),
// so that the update has a longer inner dimension where blocks are narrow: of up to two panels' width, and 128 columns
// (or a panel's width) at most, fewer where products are as quick when they are shorter. One group of
// look-ahead: the next group's panels are updated first, and while the rest is updated they are factored and on their
// way. The result is LAPACK's: R on and above the diagonal (real on it), V below it, Q = H(0) H(1) ... with
// H(i) = I - tau(i) v v^H, v(i) = 1; see Reflector for the choices.
//
// Local work: 4 m_i n_j per column of A (16 for complex types), nearly all in products. Volume per rank: its rows of V
// once along its process row, and twice its columns times min(m, n) along its process column.
// Memory for groups of w columns: two of them, 2 m_i w, and some hundred columns times w.
template <Scalar T>
class Qr {
 public:
  // Takes all memory; throws std::bad_alloc, and Error for options without half_speed_k. No communication. The problem's
  // distribution and placement, and `comm`, must outlive the object.
  Qr(const Communicator& comm, const FactorProblem<T>& problem, const FactorOptions& options);
  ~Qr();

  // Collective over the communicator; all ranks give the same global arguments. Once per object.
  ComputeStatistics run();

  // min(m, n) factors of the reflectors, on every rank of the grid after run(); on others none.
  const std::vector<T>& tau() const { return tau_; }

 private:
  std::vector<T> tau_;
  std::unique_ptr<QrRun<T>> run_;  // none outside the grid
};

}  // namespace het
