#pragma once
// What xhetmodel is asked to run, or to read.
#include <string>
#include <vector>

#include "testing_drivers/support/grid.hpp"
#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {

// The sweep is the product of types, routines, grids, block sizes, sizes and ways.
struct ModelOptions {
  std::vector<std::string> files;  // rows of earlier runs to summarise, instead of running anything
  std::vector<std::string> routines, ways;
  std::vector<int> sizes, nbs;
  std::vector<GridShape> grids;  // of the caller
  std::vector<char> types;
  int reps = 1, warmup = 0;
  std::string label, plot;
  bool json = false;
};

// A way of ScaLAPACK's own; all others are what HETSCALAPACK_GRID says.
inline constexpr const char* plain_way = "plain";

// Throws InputError or HelpRequest.
ModelOptions parse_model_options(int argc, char** argv, int processes);

}  // namespace het::testing
