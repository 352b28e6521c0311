#pragma once
// The polynomial heuristic of 1999. [BPRR99 §4.4]
#include <span>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

// Indices of the `count` fastest processors, fastest first; equal ones in the order of the list. Replacing a
// processor by a faster one never lowers W, so a grid of `count` places wants exactly these.
std::vector<int> fastest(std::span<const double> cycle_times, int count);

// Number of processors before the jump in sorted cycle-times t_0 <= t_1 <= ..., or all of them when there is
// none. With e_k the mean of the first k and sigma_k = sqrt(sum (t_i - e_k)^2), all relative to t_0, the
// graph of sigma_k / k bends upwards where much slower processors begin. A jump is the sharpest bend above 25
// degrees (the paper leaves the angle open; its examples have 33 and more, the numbers 1, 2, 3, ... 20 and
// less). O(n).
int processors_before_jump(std::span<const double> sorted_cycle_times);

// Slow processors fill the last rows and columns of the grid, a frame with as little room to spare as
// possible (columns where rows fit no better); the fast ones alternate between first column and first row of
// what is left, then between second column and second row, and so on. [BPRR99 §4.4.1, §4.4.2] O(n log n).
Arrangement heuristic_arrangement(std::span<const double> cycle_times, int p, int q);

// Shares that keep the first row or the first column of the fast processors busy, whichever is faster by its
// harmonic mean (the longer when equal), all others following from r_i t_ij c_j <= 1. [BPRR99 §4.4.3; the
// refinement of §4.4.4 never changes them, see fitted_shares] O(p q).
Shares heuristic_shares(const Arrangement& arrangement);

}  // namespace het
