#pragma once
// A grid as the tree methods see it: cycle-times, and how many equal rows and columns each line stands for.
#include <cstddef>
#include <span>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

// W = (sum_i row_count_i r_i)(sum_j col_count_j c_j). Equal rows have equal weights in some best solution, so they
// may be one line that counts several times: fewer trees, and no ties between them.
struct WeightedGrid {
  std::size_t p = 0, q = 0;
  std::vector<double> cycle_times;  // row-major
  std::vector<double> row_count, col_count;
  double cycle_time(std::size_t i, std::size_t j) const { return cycle_times[i * q + j]; }
};

// Every line once.
WeightedGrid plain_grid(std::size_t p, std::size_t q, std::span<const double> cycle_times);
WeightedGrid transposed(const WeightedGrid& grid);

// Equal rows and equal columns merged.
struct MergedGrid {
  WeightedGrid grid;
  std::vector<std::size_t> row_of, col_of;  // merged line of each line
};
// O(p q log(p q)).
MergedGrid merged_grid(std::size_t p, std::size_t q, std::span<const double> cycle_times);

}  // namespace het
