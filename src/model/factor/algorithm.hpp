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

  // What the processes of a process column compute to factor a panel.
  struct PanelWork {
    double multiply_adds = 0.5;  // of a panel / (rows w^2)
    double (KernelRates::*rate)(Extent width) const = &KernelRates::plain_panel;
    double vectors = 0;  // operations on single columns / (rows w), beside that
    double copied = 0;   // elements / (rows w)
    // One process factors the block on the diagonal and sends it, before the rows below are solved with it.
    bool diagonal_first = false;
    double diagonal = 0;  // multiply-adds of that block / w^3
  };
  PanelWork panel = {};

  // Rounds of messages along a process column, in which each process hears from others: of a panel, unless its block on the
  // diagonal comes first.
  struct Rounds {
    bool direct = false;  // all pairs at once, else in log2(p) steps; of exchanges as well
    // For each column of the panel, of which a message has so many rows of w elements, and elements beside them.
    double per_column = 0, rows = 0, elements = 0;
    double per_leaf = 0;   // for each leaf_width columns; messages of all these have w^2 elements
    double per_panel = 0;  // beside those; where a column has none, with the block on the diagonal
  };
  Rounds rounds = {};

  // What a process computes in the update of its part of the trailing matrix.
  struct Update {
    bool triangle = false;  // the trailing matrix is the lower triangle alone
    // Columns of the triangle's diagonal that are multiplied together, above it as well; 0: those of a panel.
    Extent stair = 0;
    double multiply_adds = 1;      // for each element of the trailing matrix and column of the panel
    bool over_panel_rows = false;  // products run over the rows of the panel, not only those below it
    Extent widest_k = unbounded;   // inner dimension of one local product at most
    // With one panel ahead: columns of a piece at least, where the process column is so high (column_pieces).
    Extent (*narrowest_piece)(int processes) = usual_narrowest_piece;
    // With a window: products are done piece by piece (sweep_piece_end), in slices of this length at most: a process that
    // computes passes on between two of them.
    double slice_seconds = 0;
  };
  Update update = {};

  // The triangular solve of an update (QR: T is applied).
  struct Solve {
    double multiply_adds = 0.5;  // / (w^2 columns)
    double (KernelRates::*rate)(Extent width) const = &KernelRates::left_solve;
    // Each process of a column does an equal part of it; or of the first piece of columns the whole, of others a part
    // by its rows (solve_weights), where that pays (solve_is_shared); or the row of the diagonal block does it, then
    // sends.
    enum class By { equal_parts, weighted_parts, diagonal_row };
    By by = By::diagonal_row;
  };
  Solve solve = {};

  // What processes of a process column send each other for an update.
  struct Exchange {
    ColumnSync sync = ColumnSync::before;
    double elements = 1;  // sent / (w columns of the trailing matrix)
    // LU's rows instead of that: the w pivot rows of a panel go from wherever they lie to all processes of the column,
    // and the rows of the diagonal block, whose places they take, to where the pivot rows were. Of U = L^-1 (pivot rows)
    // a process sends the columns that it has solved for others, where the solve is shared (StepCosts::exchange_of).
    bool pivot_rows = false;
    // What is exchanged is copied from the matrix to a message, or from a message to where it is used: elements that a
    // process copies so / (w columns).
    double copied = 1;
    // A row of a matrix stored by columns is gathered and put in its place element by element, each of them far from the
    // one before in memory, which takes longer than its bytes (Platform::seconds_per_jump): such elements / (w columns),
    // of all processes of a column together.
    double jumps = 0;
    double swapped = 0;          // elements interchanged / (w columns of the whole matrix), in the step
    double rounds_per_swap = 0;  // rounds of messages for each interchanged row: 0 when they travel together
  };
  Exchange exchange = {};

  // What a process row sends of a panel along itself: its rows; beside them the w x w block of the top, if that is not
  // among them; or a triangle of that size; or its rows below the top, with those of its round above it if they are
  // few.
  struct Message {
    enum class Of { rows, rows_and_top, rows_and_triangle, rows_of_round };
    Of of = Of::rows;
    bool transposed = false;  // the panel also goes down the process columns, as the rows of their columns
    PanelRoute route = {};
  };
  Message message = {};
};

// The kernels of this library.
const FactorAlgorithm& our_algorithm(RoutineKind kind);
// ScaLAPACK's P?GETRF, P?GEQRF and P?POTRF: LU and Cholesky with products of k = pblas_logical_block, QR of k = nb.
const FactorAlgorithm& reference_algorithm(RoutineKind kind);

}  // namespace het
