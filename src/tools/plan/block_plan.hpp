#pragma once
// A plan in whole blocks: what hetplan grid shows, draws and explains.
#include <optional>
#include <string>
#include <vector>

#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/rounding.hpp"
#include "src/tools/picture/block_picture.hpp"
#include "src/tools/plan/forecast.hpp"

namespace het {

// A plan rounded to a pattern, and the matrix that the pattern is repeated over.
struct BlockPlan {
  GridPlan plan;
  std::vector<std::string> names{};  // of the processors, by their place in the input, or none
  int processors = 0;                // in the input
  bool arrangement_given = false;    // who sits where was not chosen here
  double uniform_on_all = 0;         // W of equal shares on all of these, left out or not
  IntegerShares shares{};
  std::vector<int> row_pattern{};
  std::vector<int> col_pattern{};
  Extent row_blocks = 0;
  Extent col_blocks = 0;
  std::optional<Forecast> forecast{};  // where a routine is given; the plan is its first candidate
  Extent row_unit = 0, col_unit = 0;   // elements along one block, where a routine is given

  // Name of the processor at (i, j), empty where it has none.
  std::string name(int i, int j) const;
  // W in whole blocks: what the pattern's slowest process leaves of the bound.
  double whole_block_rate() const { return plan.bound / shares.imbalance; }
  // W of equal shares on the grid and, where processors are left out, on all of them: what a speedup is measured by.
  std::vector<Rate> baselines() const;
  // ", proven optimal" behind the method's name, or of what it is proven; empty where nothing is.
  std::string proof() const;
  bool periodic() const;
  // Busy share of each process in whole blocks, row-major.
  std::vector<double> busy() const { return busy_shares(plan.arrangement, shares.rows, shares.cols); }
  // Places in the input of the processors that the grid has no room for, ascending.
  std::vector<int> left_out() const;
};

// The names of the processors on the grid, row-major, or none.
std::vector<std::string> names_on_grid(const BlockPlan& plan);

// "1.5", how many times as fast.
std::string times_text(double ratio);

BlockPicture picture_of(const BlockPlan& plan);

}  // namespace het
