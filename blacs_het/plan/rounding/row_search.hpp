#pragma once
// The best whole numbers of block rows, by looking at all that could be better.
#include <span>
#include <vector>

#include "blacs_het/plan/methods/candidate.hpp"
#include "src/base/index.hpp"

namespace het {

// p x q cycle-times, row-major, and the blocks to hand out.
struct RoundingProblem {
  std::size_t p = 0, q = 0;
  std::span<const double> cycle_times;
  Extent row_blocks = 0, col_blocks = 0;
};

// max_i(rows_i t_ij) of every column: with it as cycle-times, the best columns are those of allocate_line.
std::vector<double> column_loads(const RoundingProblem& problem, std::span<const Extent> rows);

struct RoundedRows {
  std::vector<Extent> rows;
  double time = 0;       // max_ij(rows_i t_ij cols_j) with the best columns
  bool optimal = false;  // proven
};

// From known rows and their time T. Rows are chosen one after the other; those chosen leave column j room for
// floor(T' / max_i rows_i t_ij) blocks, T' just below T, so each further row can take so much and no more; where the
// rest does not fit, nothing better follows. Every better choice lowers T. Optimal unless the limit ran out.
// O(p q log(row_blocks)) a choice; few choices when T is nearly right.
RoundedRows search_rows(const RoundingProblem& problem, RoundedRows known, WorkLimit& limit);

}  // namespace het
