#pragma once
// How long a pattern's period should be.
#include "blacs_het/plan/rounding.hpp"

namespace het {

// round_to_pattern for a period of that many blocks. Throws Error for one smaller than the grid: a period needs a block
// for each grid row and each grid column.
IntegerShares period_shares(const Arrangement& arrangement, const Shares& shares, Extent rows, Extent cols);

// The smallest pattern of at most most_rows x most_cols blocks with the best balance that is found: for every number
// of block rows the rounded rows, beside which the best columns for every number of block columns come in one order
// (line_order), and the same with rows and columns exchanged; the best few are rounded by round_to_pattern.
// imbalance, rows and columns of the result tell the rest; the period is their sums. Throws Error for a bound smaller
// than the grid, as above.
// O(most_rows (p q + most_cols log q)), and the same exchanged.
IntegerShares best_period(const Arrangement& arrangement, const Shares& shares, Extent most_rows,
                          Extent most_cols);

}  // namespace het
