#pragma once
#include "src/base/index.hpp"

// Tags of all messages from rank to rank: kinds that can be under way at the same time on a context's communicator have
// tags apart. Of a range the end is the first tag that is free again.
namespace het::tags {

// A redistribution that is waited for.
inline constexpr int redistribution = 1;

// Product: panels of A and of B, one for each that travels.
inline constexpr int product_panels = 2, product_panels_end = 20;

// LU. Other ranks may still be at work there while the rows left of the panels are interchanged.
inline constexpr int lu_pivots = 20, lu_exchange = 21, lu_panels = 22, lu_panels_end = 25, lu_rest = 25,
                     lu_solved = 26, lu_solved_end = 28, lu_left_interchange = 30;

// QR: the panels of two groups, one for each panel; parts of a panel's columns; sums of an update's products, scattered
// and gathered.
inline constexpr int qr_panels = 40, qr_panels_end = 56, qr_columns = 56, qr_parts = 57, qr_sums = 58,
                     qr_rest = 59;

// Cholesky's blocks on the diagonal: their rows; and the factor, by the next tag.
inline constexpr int cholesky_diagonal = 60;

// What a factorization returns beside the matrix; what each process has seen of a call, for its trace; messages that show how
// quick links are.
inline constexpr int results = 89, timeline = 90, measured_links = 95;

// Strips of a matrix that comes or leaves: of the first one, with one for each.
inline constexpr int move_in = 1000, move_in_end = 1100, move_out = 1100, move_out_end = 1200;

// Cholesky's panels: 1 + 2 p for each in the window on p process rows; where tags are free again. Every MPI has tags below
// `everywhere_end`, enough for `most_rows_everywhere`; the usual ones have many more (largest_tag).
inline constexpr int cholesky_panels = 1200, cholesky_window = 16, everywhere_end = 32768,
                     most_rows_everywhere = 986;
constexpr Extent cholesky_end(Extent process_rows) {
  return cholesky_panels + cholesky_window * (1 + 2 * process_rows);
}
// On a grid of whatever shape.
constexpr bool enough_for_cholesky(Extent processes, Extent largest_tag) {
  return cholesky_end(processes) - 1 <= largest_tag;
}

// On the communicator of BLACS itself, which receives by explicit tags of its own, below 10,000: the words of a handshake,
// and what one process tells the others when a context opens.
inline constexpr int handshake = 32013, opening = 32014;

}  // namespace het::tags
