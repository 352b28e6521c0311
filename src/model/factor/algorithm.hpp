#pragma once
#include "src/distribution/panels/ring.hpp"
#include "src/model/platform.hpp"
#include "src/model/routine_kind.hpp"

namespace het {

// How the processes of a process column depend on each other in an update.
enum class ColumnSync {
  none,    // not at all: each has what it needs when the panel has arrived
  before,  // rows are exchanged before the update of a piece of columns
  within,  // sums are exchanged between the two products of the update of a piece
};

// What a step of a blocked factorization does, in numbers: w columns are factored, then the trailing matrix is
// updated with them. One description for ours and ScaLAPACK's LU, QR and Cholesky.
struct FactorAlgorithm {
  // Which panels may be factored while an update is under way: none, the next one, or as many as the window holds
  // (panels_in_window).
  enum class LookAhead { none, one_panel, window };
  LookAhead look_ahead;
  bool triangle;  // the trailing matrix is the lower triangle alone
  // Columns of the triangle's diagonal that are multiplied together, above it as well; 0: those of a panel.
  Extent stair;
  double update_work;  // multiply-adds for each element of the trailing matrix and column of the panel
  Extent widest_k;     // inner dimension of one local product at most

  double panel_work;  // multiply-adds of a panel / (rows w^2)
  double (KernelRates::*panel_rate)(Extent width) const;
  double vector_work;         // operations on single columns in a panel / (rows w), beside that
  double panel_copies;        // elements copied to factor a panel / (rows w)
  double diagonal_work;       // multiply-adds of the block on the diagonal, by one process / w^3
  bool direct;                // all pairs of a process column exchange at once, else in log2(p) rounds
  double rounds_per_column;   // of messages along the process column for each column of the panel
  double rounds_per_panel;    // and beside those
  double elements_per_round;  // of a message / w, in the rounds of the columns

  double solve_work;  // multiply-adds of the triangular solve (QR: of applying T) / (w^2 columns)
  double (KernelRates::*solve_rate)(Extent width) const;
  // Each process of a column does the whole of it; or an equal part; or of the first piece of columns the whole, of
  // others a part by its rows (solve_weights), where that pays (solve_is_shared); or the row of the diagonal block
  // does it, then sends.
  enum class Solve { everywhere, shared, weighted, diagonal_row };
  Solve solve;
  ColumnSync sync;
  Extent piece;            // columns of a piece at most (column_pieces)
  double exchanged;        // elements sent along a process column / (w columns of the trailing matrix)
  double copied;           // elements copied for that / (w columns)
  double jumps;            // of them, by all processes of a column together, far from the one before
  double swapped;          // elements interchanged / (w columns of the whole matrix), in the step
  double rounds_per_swap;  // rounds of messages for each interchanged row: 0 when they travel together
  bool swapped_at_end;     // rows left of the panels change places when all is done
  // What a process row sends of a panel along itself: its rows; beside them the w x w block of the top, if that is not
  // among them; or a triangle of that size; or its rows below the top, with those of its round above it if they are
  // few.
  enum class Message { rows, rows_and_top, rows_and_triangle, rows_of_round };
  Message message;
  // To the process columns with columns right of it alone, which tells others of the rest in the end; or to all.
  bool to_those_in_need;
  bool transposed;  // the panel also goes down the process columns, as the rows of their columns
  // What leaves after each step, of a matrix that moves: the rows of the panel, and its columns.
  bool rows_final, columns_final;
  RingOrder ring;  // of the process columns that a panel goes to
  // With a window: products are done piece by piece, each with the columns of a panel, in slices of this length at
  // most: a process that computes passes on between two of them.
  double slice_seconds = 0;
};

// The kernels of this library.
const FactorAlgorithm& our_algorithm(RoutineKind kind);
// ScaLAPACK's P?GETRF, P?GEQRF and P?POTRF with PBLAS's logical blocks of 32.
const FactorAlgorithm& reference_algorithm(RoutineKind kind);

}  // namespace het
