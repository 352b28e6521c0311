#pragma once
// Tags of the messages of a call: kinds that can be under way at the same time on a context's communicator have tags apart.
// Product from 2, LU from 20, QR from 40, Cholesky's blocks on the diagonal 60 and 61, the timeline 90.
namespace het::tags {

// Strips of a matrix that comes or leaves: of the first one, with one for each.
inline constexpr int move_in = 1000, move_out = 1100;
// Cholesky's panels: 1 + 2 p for each of at most 16 under way on p process rows. Every MPI has tags up to 32767, enough for
// 986 process rows; the usual ones have many more.
inline constexpr int cholesky_panels = 1200;

}  // namespace het::tags
