#pragma once
#include "src/distribution/column_strips.hpp"

namespace het {

// Which messages of a factorization are told apart: strips of a matrix that moves, in and back, of which each has a channel of
// its own (two where the rows right of it go back apart); results beside it; the kernel's own from `kernel` on.
struct FactorChannel {
  static constexpr int strips_in = 0, strips_back = strips_in + static_cast<int>(ColumnStrips::most_strips),
                       results = strips_back + 2 * static_cast<int>(ColumnStrips::most_strips),
                       kernel = results + 1;
};

// LU: rows of A, and of U, of two steps at a time; a round of a panel; rows left of panels; what is told in the end; panels that
// are alive.
struct LuChannel {
  static constexpr int rows = FactorChannel::kernel, solved = rows + 1, pivots = solved + 2,
                       left = pivots + 1, rest = left + 1, panels = rest + 1;
};

// QR: a round of a panel; parts of W, and their sums; what is told in the end; panels that are under way.
struct QrChannel {
  static constexpr int columns = FactorChannel::kernel, parts = columns + 1, sums = parts + 1,
                       rest = sums + 1, panels = rest + 1;
};

// Cholesky: rows of the block on the diagonal, and its factor; panels of the window, several for each.
struct CholeskyChannel {
  static constexpr int diagonal = FactorChannel::kernel, panels = diagonal + 2;
};

}  // namespace het
