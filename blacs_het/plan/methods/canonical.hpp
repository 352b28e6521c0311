#pragma once
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// One of the equal plans that exchanges of rows, of columns, of equal processors, and on square grids of rows with
// columns give: rows and columns by falling shares, the faster of first row and first column as first row, equal
// processors in the order of the list from left to right and top to bottom.
Candidate canonical(const Candidate& candidate, std::span<const double> cycle_times);

// The last of these alone.
Arrangement equals_in_order(const Arrangement& arrangement, std::span<const double> cycle_times);

}  // namespace het
