#pragma once
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Of the rows U12 = L11^-1 A12 of an LU factorization each process row computes a part of the columns for all, in
// proportion to these weights: its number of rows, of which a fast process has more, and none where that is less than
// half of another's, because all wait for the slowest. O(p).
//
// Worked example: 80, 10 and 10 rows give 80, 0, 0; 40, 30 and 10 rows give 40, 30, 0.
std::vector<Extent> solve_weights(const AxisMap& rows);

}  // namespace het
