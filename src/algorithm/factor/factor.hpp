#pragma once
#include <optional>

#include "src/algorithm/factor/grid_matrix.hpp"
#include "src/algorithm/moves.hpp"
#include "src/algorithm/statistics.hpp"
#include "src/distribution/panels/panel.hpp"
#include "src/distribution/panels/wait_filling.hpp"
#include "src/kernel/sliced_gemm.hpp"

namespace het {

// What the factorizations have in common: A (m x n), a part of a matrix in any distribution over the ranks of one
// communicator, is overwritten by its factors. All ranks give the same global arguments; ranks that are not on the
// grid take part in nothing.
template <Scalar T>
struct FactorProblem {
  Extent m = 0, n = 0;
  Operand<T> a;
};

// Calls set all but slicing and filling. These fit all matrices that are worth a call; tests make them small, so that small
// matrices are cut as large ones are.
struct FactorOptions {
  Extent panel_width = 64;  // at most; a panel never leaves its process column
  // A local product with an inner dimension of k runs at k / (k + half_speed_k) of the full speed, as measured. The same
  // on all ranks. QR needs it; others do not ask for it.
  std::optional<double> half_speed_k = {};
  // One of w columns, each of them long, at w / (w + half_speed_narrow). Cholesky cuts its pieces by it.
  double half_speed_narrow = 0;
  // Whether process rows that hold alike many rows share LU's work on the rows of U. The same on all ranks.
  bool shared_solve = false;
  // Of A; must outlive what is made with them.
  Moves* moves = &Moves::none();
  Slicing slicing = {};      // local work between two looks at the messages
  WaitFilling filling = {};  // LU
};

}  // namespace het
