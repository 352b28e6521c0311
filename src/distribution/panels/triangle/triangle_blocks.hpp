#pragma once
#include <algorithm>

#include "src/base/index.hpp"

namespace het {

// So many columns of a triangle Cholesky updates at a time, and so few it does not split any more: a square of more updates
// more above the diagonal.
inline constexpr Extent triangle_piece_width = 512, triangle_square_width = 24;

// Local rows [row, row_end) of local columns [begin, end).
struct TriangleBlock {
  Extent row, row_end, begin, end;
  bool whole = false;  // a rectangle of all columns of a piece

  Extent rows() const { return row_end - row; }
  Extent cols() const { return end - begin; }
  bool operator==(const TriangleBlock&) const = default;
};

// Of some columns what is above row_end and not above the diagonal: a rectangle from the last column's diagonal down, then
// the same for both halves of them above it; of few columns stairs. whole: these columns are a piece.
template <class Top, class Rectangle, class Stairs>
void split_triangle(Extent begin, Extent end, Extent row_end, bool whole, const Top& top,
                    const Rectangle& rectangle, const Stairs& stairs) {
  const Extent first = top(begin), full = std::min(top(end - 1), row_end);
  if (full < row_end) rectangle(TriangleBlock{full, row_end, begin, end, whole});
  if (first >= full) return;
  if (end - begin <= triangle_square_width) {
    stairs(TriangleBlock{first, full, begin, end});
    return;
  }
  const Extent middle = begin + (end - begin) / 2;
  split_triangle(begin, middle, full, false, top, rectangle, stairs);
  split_triangle(middle, end, full, false, top, rectangle, stairs);
}

// The elements of local columns [begin, end), of row_end rows each, that are not above the diagonal, in blocks in the order
// in which Cholesky updates them: piece by piece, which are equal up to one column, rectangle(TriangleBlock) and
// stairs(TriangleBlock), of which the elements above the diagonal do not count. top(column) is the local row of the column's
// diagonal, or the first one below it; it does not decrease. O(columns / triangle_square_width) blocks, and calls of top.
//
// Worked example: 48 columns of 60 rows, top(j) = j, are the rectangle of rows [47, 60) of columns [0, 48), the rectangle
// [23, 47) of [0, 24), the stairs [0, 23) of [0, 24), and the stairs [24, 47) of [24, 48).
template <class Top, class Rectangle, class Stairs>
void cut_triangle(Extent begin, Extent end, Extent row_end, const Top& top, const Rectangle& rectangle,
                  const Stairs& stairs) {
  const Extent pieces = ceil_div(end - begin, triangle_piece_width);
  for (Extent piece = 0; piece < pieces; ++piece)
    split_triangle(part_begin(begin, end, piece, pieces), part_begin(begin, end, piece + 1, pieces), row_end,
                   true, top, rectangle, stairs);
}

}  // namespace het
