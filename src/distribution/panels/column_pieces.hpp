#pragma once
#include <algorithm>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// In how many pieces a process with so many columns updates them, of at most `widest` columns each. Where processes
// of a column exchange something for each piece (p > 1), at least three while these have `narrowest` columns or more:
// what travels for one is hidden behind the products of the others.
//   narrowest: fewer than 128 columns are multiplied at a fraction of the speed.
//   widest:    512 are multiplied at full speed; more would make what travels for a piece come late, in longer messages behind
//              fewer products, and be out of the cache when it is used.
inline constexpr Extent narrowest_piece = 128, widest_piece = 512;
Extent column_pieces(Extent columns, Extent widest, int p, Extent narrowest = narrowest_piece);

// Of a process of QR with so many columns in all, whose slices have at most `most`.
constexpr Extent widest_qr_piece(Extent columns, Extent most) {
  return std::max<Extent>(std::min({widest_piece, most, columns}), 1);
}

// Of QR's update, seconds of a slice that others wait for: V, which each slice packs anew, is wider than one panel.
inline constexpr double qr_awaited_seconds = 0.004;

// The same for all numbers of process rows, as a function like narrowest_lu_piece: which one an algorithm has is a pointer.
constexpr Extent usual_narrowest_piece(int) { return narrowest_piece; }

// Whether p process rows share the solve for so many columns of LU's rows of U: fewer, on average, are not worth a message
// to the others.
inline constexpr Extent least_solved_columns = 32;
template <class Columns>
constexpr bool worth_sharing_solve(Columns columns, int p) {
  return columns >= static_cast<Columns>(p * least_solved_columns);
}

// In how many pieces, at least, the first step of QR and LU updates columns that are still on their way. LU's are messages
// to all process rows, if there are others.
inline constexpr Extent first_pieces = 8;
constexpr Extent first_lu_pieces(int p) { return p > 1 ? 1 : first_pieces; }

// The narrowest of LU's pieces, so that p process rows can share that work.
inline Extent narrowest_lu_piece(int p) { return std::max(narrowest_piece, p * least_solved_columns); }

// In how many pieces LU updates so many columns of a process, but for those of the next panel.
inline Extent lu_pieces(Extent columns, Extent widest, int p) {
  return column_pieces(columns, widest, p, narrowest_lu_piece(p));
}

// Where the pieces end in which LU updates local columns [begin, end): the next panel's `next_width` columns, if they are on
// this process (else 0), are a piece of their own, which is needed at once; the others are cut into n equal pieces, up to one
// column, because a thin one would be multiplied at a fraction of the speed. Of c columns there are
//   n = max(lu_pieces(c, widest, p), min(arriving, c))
// with at least `arriving` pieces where columns are still on their way. O(pieces).
//
// Worked example: columns [100, 1164) with a panel of 64 next, widest 512: 164, 664, 1164 on one process row; 164, 497, 830,
// 1164 on two, where what travels for a piece is to be hidden.
std::vector<Extent> lu_piece_ends(Extent begin, Extent next_width, Extent end, Extent widest, int p,
                                  Extent arriving);

// How many columns each of these pieces has at most, in the order of lu_piece_ends, over steps with up to `columns` of them
// behind a next panel of up to `next_width`, which is on this process or is not: what memory is taken for. Of n pieces each
// has ceil_div(c, n) of c columns at most, and c is the most for which there are n; fewer columns may be fewer pieces that are
// wider. All together have at most columns + 1024 where widest <= 512, next_width <= 128 and arriving <= 1. O(pieces).
std::vector<Extent> lu_piece_widths(Extent columns, Extent next_width, Extent widest, int p, Extent arriving);

// Where the pieces end in which QR updates local columns [begin, end) by a group, as far as its own steps are concerned
// (QrUpdate cuts them once more): all at once, or where they are still on their way in first_pieces equal ones, less those
// that are empty. O(pieces).
//   [10, 13), arriving: 11, 12, 13
std::vector<Extent> qr_piece_ends(Extent begin, Extent end, bool arriving);

}  // namespace het
