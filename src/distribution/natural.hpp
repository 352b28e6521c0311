#pragma once
// The natural decomposition: one rule for grids of any number of dimensions. [DKK §2.2]
#include <span>
#include <vector>

namespace het {

// Processes on an n-dimensional grid of `shape` (the product of its entries), given by their performances (work per
// unit of time) with the last coordinate running fastest. Along each dimension a coordinate counts as one process
// whose performance is the sum over all processes that have it:
//     result[d][l] = sum of performance[i_0, ..., i_m-1] over all i with i_d = l.
// Each dimension is then divided in proportion to its sums, by itself. A cube of data gives each process a box.
//
// Example: performances 1, 2, 3, 4 on 2 x 2 give 3, 7 along the rows and 4, 6 along the columns [DKK Figure 2].
// Throws Error for a shape with an entry below 1, another number of performances, or one that is not positive and
// finite. O(processes * dimensions).
std::vector<std::vector<double>> natural_performances(std::span<const double> performance,
                                                      std::span<const int> shape);

}  // namespace het
