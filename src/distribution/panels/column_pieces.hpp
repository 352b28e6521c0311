#pragma once
#include <algorithm>

#include "src/base/index.hpp"

namespace het {

// In how many pieces a process with so many columns updates them, of at most `widest` columns each. Where processes
// of a column exchange something for each piece (p > 1), at least three while these have `narrowest` columns or more:
// what travels for one is hidden behind the products of the others. Fewer columns would be multiplied at a fraction
// of the speed. At most as many as are enough for the local products' speed, and few enough for a look at the
// messages in time, while what comes next is still in the cache.
inline constexpr Extent narrowest_piece = 128, widest_piece = 512;
Extent column_pieces(Extent columns, Extent widest, int p, Extent narrowest = narrowest_piece);

// Of a process of QR with so many columns in all, whose slices have at most `most`.
constexpr Extent widest_qr_piece(Extent columns, Extent most) {
  return std::max<Extent>(std::min({widest_piece, most, columns}), 1);
}

// Of QR's update, seconds of a slice that others wait for: V, which each slice packs anew, is wider than one panel.
inline constexpr double qr_awaited_seconds = 0.004;

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
constexpr Extent first_qr_pieces(int) { return first_pieces; }
constexpr Extent first_lu_pieces(int p) { return p > 1 ? 1 : first_pieces; }

// The narrowest of LU's pieces, so that p process rows can share that work.
inline Extent narrowest_lu_piece(int p) { return std::max(narrowest_piece, p * least_solved_columns); }

}  // namespace het
