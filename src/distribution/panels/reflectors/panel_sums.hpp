#pragma once
// What the processes of a column sum when QR factors panels and applies their reflectors.
#include "src/distribution/panels/panel_ends.hpp"

namespace het {

// Elements that a process says in the round of messages for one column of a panel, with `others` right of it in its leaf:
// scale and sum of squares, the products with these, and if it has the diagonal the row of it, in the column and in these.
constexpr Extent column_elements(Extent others) { return 3 + 2 * others; }

// The sum when columns [begin, middle) of a panel have been factored, of which the last leaf begins at `leaf`: V^H V for the
// leaf's columns of T, and A^H V for the columns of the panel right of them.
struct ReflectorSum {
  Extent leaf, gram, products;  // elements of both
  Extent elements() const { return gram + products; }
  bool operator==(const ReflectorSum&) const = default;
};

// right_half() of [begin, end) is `middle`; of the panel's last leaf `end`. Columns are counted from the group's first one,
// from which on V^H V has rows; the panel begins at `panel`.
//
// Worked example: a panel of 32 columns that begins at 16, half of it done: leaf 24, 8 x 32 elements of V^H V, and 16 x 16.
constexpr ReflectorSum reflector_sum(Extent panel, Extent begin, Extent middle, Extent end) {
  const Extent leaf = middle - 1 - (middle - 1 - panel) % leaf_width;
  return {leaf, middle * (middle - leaf), (end - middle) * (middle - begin)};
}

// Of a sum of so many rows, which row process i of p sums for all first, and how many: equal parts, up to one row.
constexpr Extent summed_begin(Extent rows, int i, int p) { return part_begin(0, rows, i, p); }
constexpr Extent summed_rows(Extent rows, int i, int p) {
  return summed_begin(rows, i + 1, p) - summed_begin(rows, i, p);
}

}  // namespace het
