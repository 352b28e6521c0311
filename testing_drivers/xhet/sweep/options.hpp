#pragma once
// What a driver is asked to run: from the command line or from a ScaLAPACK-style input file.
#include <string>
#include <vector>

#include "testing_drivers/support/grid.hpp"

namespace het::testing {

// What the routine of a driver needs besides sizes.
struct DriverSpec {
  std::string name;        // "xhetgemm"
  std::string purpose;     // one line for --help
  bool has_k = false;      // a third dimension
  bool has_trans = false;  // op(A), op(B)
};

struct ProblemSize {
  int m = 0, n = 0, k = 0;
};

// The sweep is the product of types, grids, block sizes, transposes and sizes; the modes of a case run
// interleaved.
struct DriverOptions {
  std::vector<ProblemSize> sizes;
  std::vector<int> nbs = {64};
  std::vector<GridShape> grids;
  std::vector<char> types = {'d'};
  std::vector<std::string> trans = {"NN"};
  std::vector<std::string> modes = {"plain", "auto", "always"};
  double alpha = 1, beta = 0;
  int offset = 0;  // the operands are sub-matrices that start at row and column 1 + offset
  int reps = 3, warmup = 1;
  bool check = false, json = false;
};

// Throws InputError (bad value, why, what is allowed); HelpRequest carries the help text.
DriverOptions parse_options(const DriverSpec& spec, int argc, char** argv, int processes);

struct InputError {
  std::string text;
};
struct HelpRequest {
  std::string text;
};

}  // namespace het::testing
