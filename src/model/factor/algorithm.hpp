#pragma once
#include "src/model/platform.hpp"
#include "src/model/routine_kind.hpp"

namespace het {

// What a step of a blocked factorisation does, in numbers: w columns are factored, then the trailing matrix is
// updated with them. One description for ours and ScaLAPACK's LU, QR and Cholesky.
struct FactorAlgorithm {
  bool
      lookahead;  // the next panel is factored as soon as its columns are updated, else after the whole update
  bool triangle;       // the trailing matrix is the lower triangle alone
  double update_work;  // multiply-adds for each element of the trailing matrix and column of the panel
  Extent widest_k;     // inner dimension of one local product at most

  double panel_work;  // multiply-adds of a panel / (rows w^2)
  double (KernelRates::*panel_rate)() const;
  double messages_per_column;  // rounds of messages along the process column for each column of the panel
  double messages_per_panel;   // and beside those
  double solve_work;           // multiply-adds of the triangular solve (QR: of applying T) / (w^2 columns)
  bool
      solve_everywhere;  // each process of a column repeats it; else the row of the diagonal block, then a message
  double exchanged;          // elements exchanged along a process column / (w columns of the trailing matrix)
  double swapped;            // elements interchanged / (w columns of the whole matrix)
  double messages_per_swap;  // rounds of messages for each interchanged row: 0 when they travel together
};

// The kernels of this library.
const FactorAlgorithm& our_algorithm(RoutineKind kind);
// ScaLAPACK's P?GETRF, P?GEQRF and P?POTRF with PBLAS's logical blocks of 32.
const FactorAlgorithm& reference_algorithm(RoutineKind kind);

}  // namespace het
