#pragma once
// From rational to integer shares.
#include <span>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"
#include "src/base/index.hpp"

namespace het {

// Block rows and block columns of one pattern, and how well they balance the processors:
// imbalance = max_ij(rows_i t_ij cols_j) * (sum 1/t) / (sum rows * sum cols); 1 is perfect.
//
// Worked example, t = | 1 2 / 3 6 |, a pattern of 4 x 3 blocks: rows 3, 1 and columns 2, 1. The processors
// need 3*1*2, 3*2*1, 1*3*2 and 1*6*1, all 6: imbalance 6 * 2 / 12 = 1.
struct IntegerShares {
  std::vector<Extent> rows;
  std::vector<Extent> cols;
  double imbalance = 1;  // 1 for a pattern without blocks
  bool optimal = false;  // proven: no other numbers balance this pattern better
  bool operator==(const IntegerShares&) const = default;
};
std::ostream& operator<<(std::ostream& out, const IntegerShares& shares);

// Integers that sum to total, in proportion to positive weights: minimises max_k s_k / w_k. Zeros may occur.
// O(n log n).
std::vector<Extent> round_shares(std::span<const double> weights, Extent total);

// Rows summing to row_blocks and columns summing to col_blocks for the smallest max_ij(rows_i t_ij cols_j).
// First the best rows beside given columns (allocate_line with cycle-times max_j t_ij cols_j) and the best columns
// beside those rows in turns, until nothing gets better, started from rounded rows and from rounded columns: O(p q) a
// sweep, whatever the numbers of blocks; few sweeps. Then a search for something better (search_rows) that proves it,
// within `steps` elementary steps; 0 leaves it out. Throws Error for negative numbers of blocks.
inline constexpr double rounding_steps = 1e5;  // half a millisecond
IntegerShares round_to_pattern(const Arrangement& arrangement, const Shares& shares, Extent row_blocks,
                               Extent col_blocks, double steps = rounding_steps);

// Imbalance of any integer shares on an arrangement, by the formula above.
double imbalance(const Arrangement& arrangement, std::span<const Extent> rows, std::span<const Extent> cols);

}  // namespace het
