#pragma once
#include <memory>

#include "src/algorithm/factor/factor.hpp"

namespace het {

template <Scalar T>
struct QrState;

// A = Q R by blocked Householder reflections, for A (m x n) in any distribution:
//   for each panel k:  A(k:m, panel) = (I - V T V^H) (R; 0),
//                      A(k:m, right of it) := (I - V T V^H)^H A(k:m, right of it)
// with one panel of look-ahead: the next panel's columns are updated first, and while the others still update the rest
// the next panel is factored and on its way. The result is LAPACK's: R on and above the diagonal (real on it), V below
// it, Q = H(0) H(1) ... with H(i) = I - tau(i) v v^H, v(i) = 1; see Reflector for the choices.
//
// Local work: 4 m_i n_j per column of A (16 for complex types), in products with the panel's width as inner dimension:
// wide panels, up to 128, are faster. Volume per rank: its rows of V once along its process row, and twice its columns
// times min(m, n) along its process column.
// Memory: two panels, and some hundred columns times a panel's width.
template <Scalar T>
class Qr {
 public:
  // Takes all memory; throws std::bad_alloc. No communication. The problem's distribution and placement, and `comm`,
  // must outlive the object.
  Qr(const Communicator& comm, const FactorProblem<T>& problem, FactorOptions options = {});
  ~Qr();

  // Collective over the communicator; all ranks give the same global arguments. Once per object.
  FactorStatistics run();

  // min(m, n) factors of the reflectors, on every rank of the grid after run(); on others none.
  const std::vector<T>& tau() const { return tau_; }

 private:
  std::vector<T> tau_;
  std::unique_ptr<QrState<T>> state_;
};

}  // namespace het
