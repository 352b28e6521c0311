#pragma once
#include "src/distribution/panels/audience.hpp"
#include "src/distribution/panels/column_pieces.hpp"
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
// updated with them. One description for ours and ScaLAPACK's LU, QR and Cholesky; what is not set is that of an
// algorithm that does one thing after the other, column by column.
struct FactorAlgorithm {
  // Which panels may be factored while an update is under way: none, the next one, or as many as the window holds
  // (panels_in_window).
  enum class LookAhead { none, one_panel, window };
  LookAhead look_ahead = LookAhead::none;
  bool triangle = false;  // the trailing matrix is the lower triangle alone
  // Columns of the triangle's diagonal that are multiplied together, above it as well; 0: those of a panel.
  Extent stair = 0;
  double update_work = 1;  // multiply-adds for each element of the trailing matrix and column of the panel
  bool over_panel_rows =
      false;  // products of an update run over the rows of the panel, not only those below it
  Extent widest_k = unbounded;  // inner dimension of one local product at most

  double panel_work = 0.5;  // multiply-adds of a panel / (rows w^2)
  double (KernelRates::*panel_rate)(Extent width) const = &KernelRates::plain_panel;
  double vector_work = 0;   // operations on single columns in a panel / (rows w), beside that
  double panel_copies = 0;  // elements copied to factor a panel / (rows w)
  // One process factors the block on the diagonal and sends it, before the rows below are solved with it.
  bool diagonal_first = false;
  double diagonal_work = 0;       // multiply-adds of that block / w^3
  bool direct = false;            // all pairs of a process column exchange at once, else in log2(p) rounds
  double rounds_per_column = 0;   // of messages along the process column for each column of the panel
  double rounds_per_panel = 0;    // and beside those
  double elements_per_round = 0;  // of a message / w, in the rounds of the columns

  double solve_work = 0.5;  // multiply-adds of the triangular solve (QR: of applying T) / (w^2 columns)
  double (KernelRates::*solve_rate)(Extent width) const = &KernelRates::left_solve;
  // Each process of a column does the whole of it; or an equal part; or of the first piece of columns the whole, of
  // others a part by its rows (solve_weights), where that pays (solve_is_shared); or the row of the diagonal block
  // does it, then sends.
  enum class Solve { everywhere, shared, weighted, diagonal_row };
  Solve solve = Solve::diagonal_row;
  ColumnSync sync = ColumnSync::before;
  Extent piece = unbounded;  // columns of a piece at most (column_pieces)
  Extent (*narrowest)(int processes) =
      usual_narrowest_piece;  // and at least, where the process column is so high
  double exchanged = 1;       // elements sent along a process column / (w columns of the trailing matrix)
  // LU's rows instead of that: the w pivot rows of a panel go from wherever they lie to all processes of the column, and
  // the rows of the diagonal block, whose places they take, to where the pivot rows were. Of U = L^-1 (pivot rows) a
  // process sends the columns that it has solved for others, where the solve is shared (StepCosts::exchange_of).
  bool makes_room = false;
  // What is exchanged is copied from the matrix to a message, or from a message to where it is used: elements that a
  // process copies so / (w columns).
  double copied = 1;
  // A row of a matrix stored by columns is gathered and put in its place element by element, each of them far from the one
  // before in memory, which takes longer than its bytes (Platform::seconds_per_jump): such elements / (w columns), of all
  // processes of a column together.
  double jumps = 0;
  double swapped = 0;           // elements interchanged / (w columns of the whole matrix), in the step
  double rounds_per_swap = 0;   // rounds of messages for each interchanged row: 0 when they travel together
  bool swapped_at_end = false;  // rows left of the panels change places when all is done
  // What a process row sends of a panel along itself: its rows; beside them the w x w block of the top, if that is not
  // among them; or a triangle of that size; or its rows below the top, with those of its round above it if they are
  // few.
  enum class Message { rows, rows_and_top, rows_and_triangle, rows_of_round };
  Message message = Message::rows;
  bool transposed = false;  // the panel also goes down the process columns, as the rows of their columns
  PanelRoute route = {};
  // With a window: products are done piece by piece, each with the columns of a panel, in slices of this length at
  // most: a process that computes passes on between two of them.
  double slice_seconds = 0;
};

// The kernels of this library.
const FactorAlgorithm& our_algorithm(RoutineKind kind);
// ScaLAPACK's P?GETRF, P?GEQRF and P?POTRF: LU and Cholesky with products of k = pblas_logical_block, QR of k = nb.
const FactorAlgorithm& reference_algorithm(RoutineKind kind);

}  // namespace het
