#pragma once
// Tags of the messages of a call: kinds that can be under way at the same time on a context's communicator have tags
// apart. The numbers are given out here alone, but for a redistribution's 1 (src/redistribute), the timeline's 90
// (src/driver/watch) and the measured links' 95 (blacs_het/grid/speeds).
namespace het::tags {

// Product: panels of A and of B, one for each that travels.
inline constexpr int product_panels = 2, product_panels_end = 20;

// LU. Other ranks may still be at work there while the rows left of the panels are interchanged.
inline constexpr int lu_pivots = 20, lu_exchange = 21, lu_panels = 22, lu_panels_end = 25, lu_rest = 25,
                     lu_solved = 26, lu_solved_end = 28, lu_left_interchange = 30;

// QR: panels, one for each of two groups; parts of a panel's columns; sums of an update's products, scattered and gathered.
inline constexpr int qr_panels = 40, qr_panels_end = 56, qr_columns = 56, qr_parts = 57, qr_sums = 58,
                     qr_rest = 59;

// Cholesky's blocks on the diagonal.
inline constexpr int cholesky_diagonal = 60;

// Strips of a matrix that comes or leaves: of the first one, with one for each.
inline constexpr int move_in = 1000, move_out = 1100;

// Cholesky's panels: 1 + 2 p for each of at most 16 under way on p process rows. Every MPI has tags up to 32767,
// enough for 986 process rows; the usual ones have many more.
inline constexpr int cholesky_panels = 1200;

}  // namespace het::tags
