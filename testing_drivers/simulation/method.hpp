#pragma once
// The ways to run a routine that are compared.
#include <string>
#include <vector>

#include "testing_drivers/support/grid.hpp"

namespace het::testing {

struct Method {
  std::string name;  // as given
  enum class Way {
    balanced,  // moved to the grid that the library chooses, or to `grid`
    uniform,   // the library's kernels on the caller's own block-cyclic layout
    subset     // the same on some of the fastest processes alone, data and all
  } way = Way::balanced;
  std::string grid;  // HETSCALAPACK_GRID
};

std::string method_help();
// Throws InputError.
Method parse_method(const std::string& word, int processes);

// Sets the library's configuration for contexts made from now on; `cycle_times` by rank of MPI_COMM_WORLD.
void configure(const Method& method, const std::vector<double>& cycle_times);

// The grids to try, each with the processes on it, column by column as in BLACS_GRIDMAP: the caller's own, or for
// `subset` the processes down to each speed that occurs, on grids of one row and as square as possible.
struct MappedGrid {
  GridShape shape;
  std::vector<int> map;
};
std::vector<MappedGrid> grids_of(const Method& method, GridShape caller,
                                 const std::vector<double>& cycle_times);

}  // namespace het::testing
