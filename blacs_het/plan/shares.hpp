#pragma once
// Rational shares of grid rows and columns, and what they are worth.
#include <iosfwd>
#include <span>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"

namespace het {

// Row weights r_i and column weights c_j with r_i t_ij c_j <= 1 for every processor, normalised to r_0 = 1:
// in one unit of time processor (i, j) can update r_i x c_j blocks. W = (sum r_i)(sum c_j) is what the grid
// does in that time. [BPRR99 §4.1, Obj_2]
//
// Worked example, t = | 1 2 / 3 6 |: r = (1, 1/3), c = (1, 1/2). Every r_i t_ij c_j is 1, so W = 4/3 * 3/2 =
// 2, which is also the bound 1 + 1/2 + 1/3 + 1/6. A uniform distribution runs at the slowest processor's
// speed: 4 / 6.
struct Shares {
  std::vector<double> row_weight;
  std::vector<double> col_weight;
  double work_rate = 0;  // W, block updates per unit of time
  bool optimal = false;  // true only when no other weights are better on the same arrangement, proven
  bool operator==(const Shares&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Shares& shares);

// Weights as they are, scaled to r_0 = 1, and their W; the caller sees to r_i t_ij c_j <= 1.
Shares normalised_shares(std::vector<double> row_weight, std::vector<double> col_weight);

// c_j = 1 / max_i(r_i t_ij): the most that the columns can take beside given rows. O(p q).
std::vector<double> fitting_columns(const Arrangement& arrangement, std::span<const double> row_weight);
// r_i = 1 / max_j(t_ij c_j): the same for the rows.
std::vector<double> fitting_rows(const Arrangement& arrangement, std::span<const double> col_weight);

// Given rows, their fitting columns, and rows fitted again to those; never worse than the rows given. O(p q).
// Alternating further changes nothing: after one sweep every row and every column has a processor with r_i
// t_ij c_j = 1.
Shares fitted_shares(const Arrangement& arrangement, std::span<const double> row_weight);

// Rows and columns exchanged, normalised to r_0 = 1 again.
Shares transposed(const Shares& shares);

// sum of 1/t over the grid: no distribution of any kind is faster.
double work_rate_bound(const Arrangement& arrangement);
// W of equal rows and equal columns, p q / max t_ij: what ScaLAPACK's block-cyclic distribution reaches.
// [BPRR99 §5.3]
double uniform_work_rate(const Arrangement& arrangement);
// True when W reaches the bound up to rounding, as it does on rank-1 cycle-times: optimal without any search.
bool reaches_bound(const Arrangement& arrangement, const Shares& shares);

}  // namespace het
