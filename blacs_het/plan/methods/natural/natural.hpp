#pragma once
// The natural decomposition on two-dimensional grids. [DKK §2.2.2]
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// The p*q fastest processors row by row, fastest first. O(n log n).
Arrangement natural_arrangement(std::span<const double> cycle_times, int p, int q);

// Rows in proportion to their sums of speeds, and columns likewise, scaled until the busiest processor just keeps up.
// Some rows and columns then have room that the fitted shares of other methods use. O(p q).
Shares natural_shares(const Arrangement& arrangement);

Candidate natural_candidate(std::span<const double> cycle_times, int p, int q);

}  // namespace het
