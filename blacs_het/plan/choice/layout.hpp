#pragma once
#include <vector>

#include "src/distribution/distribution.hpp"

namespace het {

// Owners of one dimension in blocks of nb, without its extent.
struct AxisLayout {
  Extent nb = 1;
  std::vector<int> pattern;  // owners over one period
  int processes = 0;

  AxisMap map(Extent extent) const { return AxisMap(extent, nb, nb, pattern, processes); }
  // Blocks of each process in one period.
  std::vector<Extent> shares() const;
  friend bool operator==(const AxisLayout&, const AxisLayout&) = default;
};

// Which process computes what: a p x q grid of some ranks of a communicator, and the owners of block rows and
// columns. Ranks that are not in `order` own nothing.
//
// Worked example (cycle-times 1 2 / 3 6, product of 32 x 24 elements): p = q = 2, order 0 1 2 3, rows 0 0 0 1 and
// columns 0 0 1 in blocks of 8.
struct Layout {
  int p = 0, q = 0;
  std::vector<int> order;  // rank at (i, j), row-major
  AxisLayout rows, cols;

  // The m x n matrix on this layout.
  Distribution distribution(Extent m, Extent n) const { return {rows.map(m), cols.map(n)}; }
  // Where each rank of a communicator of `ranks` sits.
  Placement placement(int ranks) const;
  friend bool operator==(const Layout&, const Layout&) = default;
};

// The same m x n matrix on the same ranks, without process rows and columns that own nothing of it: panels would go to them
// for nothing. O(blocks processes), of an axis of which some own nothing.
//
// Worked example: 2 x 2 processes, order 0 1 2 3, columns 0 0 0 1 in blocks of 8, 24 columns: 2 x 1, order 0 2, columns 0 0 0.
Layout without_idle_lines(const Layout& layout, Extent m, Extent n);

}  // namespace het
