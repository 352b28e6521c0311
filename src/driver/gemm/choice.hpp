#pragma once
#include <vector>

#include "blacs_het/grid/context.hpp"
#include "src/model/gemm_model.hpp"

namespace het {

// How one product will be computed.
struct GemmChoice {
  enum Way : int { forward, in_place, moved };
  Way way = forward;
  // The computing grid when moved: rank at (i, j), row-major, and contiguous block rows and columns of `unit`
  // elements.
  int p = 0, q = 0;
  std::vector<int> order;
  std::vector<Extent> row_shares, col_shares;
  double compute = 0, move_out = 0;  // predicted seconds
  double reference = 0;              // predicted seconds of ScaLAPACK
  double bound = 0;                  // work rate of the plan / of the uniform layout

  double predicted() const { return compute + move_out; }
  // Moved C: the distribution and placement the choice stands for, for an m x n sub(C) and a communicator of
  // `ranks`.
  Distribution distribution(Extent m, Extent n) const;
  Placement placement(int ranks) const;

  // As whole numbers, to be broadcast; seconds to the nanosecond.
  std::vector<Extent> encode() const;
  static GemmChoice decode(const std::vector<Extent>& numbers);
};

// Ownership is cut in units of this many elements: fine enough to balance, and whole vector registers.
inline constexpr Extent gemm_unit = 8;

// The predicted best way for C (m x n, distributed as `c`, restricted to the product) among ScaLAPACK itself,
// SUMMA in place, and SUMMA on each candidate grid with C moved back. With mode `always` ScaLAPACK is no
// candidate; with a grid set by the user, that grid is the only candidate of its kind, and with both it is
// taken. Runs on one process.
GemmChoice choose_gemm(Context& context, const GemmShape& shape, const Distribution& c);

}  // namespace het
