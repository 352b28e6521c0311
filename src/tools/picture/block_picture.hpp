#pragma once
// What is drawn: which process owns which block of a matrix.
#include <string>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/rounding.hpp"

namespace het {

// A distribution as a picture sees it: block (bi, bj) belongs to process (row_owners[bi], col_owners[bj]).
// Made from a plan by picture_of, or by hand from anything that knows these values, such as a line of a
// report.
struct BlockPicture {
  std::string title;
  std::string subtitle;
  std::string caption;  // below the matrix
  Arrangement arrangement;
  std::vector<double> row_weight;  // r_i
  std::vector<double> col_weight;  // c_j
  std::vector<int> row_owners;     // of each block row of the matrix
  std::vector<int> col_owners;     // of each block column
};

// A plan rounded to a pattern, and the matrix that the pattern is repeated over.
struct BlockPlan {
  GridPlan plan;
  IntegerShares shares;
  std::vector<int> row_pattern;
  std::vector<int> col_pattern;
  Extent row_blocks = 0;
  Extent col_blocks = 0;
};

BlockPicture picture_of(const BlockPlan& plan);

// Blocks first, first+1, ..., last-1 with one owner.
struct Run {
  int owner;
  Extent first, last;
  Extent length() const { return last - first; }
};
std::vector<Run> runs_of(const std::vector<int>& owners);

// At most `most` of the owners, evenly spread: what a picture with fewer places than blocks can show.
std::vector<int> sampled(const std::vector<int>& owners, std::size_t most);

// Four significant digits, no exponent where it can be helped: 1, 0.3333, 6.3.
std::string short_number(double value);

}  // namespace het
