#pragma once
// Equal chunks of work for processors in a line. [BPRR99 §2.3]
#include <span>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Chunks of each processor that minimise the makespan max_i c_i t_i, c_0 + c_1 + ... = count: start below
// count / (t_i sum 1/t) and give each further chunk to the processor that would finish it first (the first of
// equals). [BPRR99 Algorithm 2.3.1, whose loop runs once too often] O(n^2) whatever the count. Example:
// cycle-times 3, 5, 8 and 10 chunks give 5, 3, 2. Throws Error for a bad cycle-time or count < 0.
std::vector<Extent> allocate_line(std::span<const double> cycle_times, Extent count);

// Processor of each chunk, for an order in which every leading part is balanced as well as allocate_line
// could. Example: 3, 5, 8 and 10 chunks give 0 1 0 2 0 1 0 0 1 2. Factorisations, whose matrix shrinks from
// the front, want it reversed. [BPRR99 §2.3.2, Tables 1 and 2] O(count n).
std::vector<int> line_order(std::span<const double> cycle_times, Extent count);

// max_i c_i t_i.
double makespan(std::span<const double> cycle_times, std::span<const Extent> counts);

}  // namespace het
