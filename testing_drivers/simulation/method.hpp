#pragma once
// The ways to run a routine that are compared.
#include <optional>
#include <string>
#include <vector>

#include "testing_drivers/simulation/hosts.hpp"
#include "testing_drivers/support/grid.hpp"

namespace het::testing {

// All but `several` put one process on each host.
struct Method {
  std::string name;  // as given
  enum class Way {
    balanced,  // moved to the grid that the library chooses, or to the one that its plan names
    uniform,   // the library's kernels on the caller's own block-cyclic layout
    subset,    // the same on some of the fastest hosts alone, data and all
    several,   // the same with several processes on each fast host, so that equal shares suit the hosts
    scalapack  // the user's ScaLAPACK on the caller's layout
  } way = Way::balanced;
  std::string plan;                // HETSCALAPACK_GRID
  std::optional<GridShape> shape;  // of `several`: no other
};

std::string method_help();
// `caller`: the grid that holds the matrix. Throws InputError.
Method parse_method(const std::string& word, const std::vector<Host>& hosts, GridShape caller);

// The grids to try: the caller's own; for `subset` the fastest hosts down to each speed that occurs, on grids of one
// row and as square as possible, if equal shares for them are done at least half as quickly as those of the best such
// number; for `several` those of several.hpp.
std::vector<MappedGrid> grids_of(const Method& method, GridShape caller, const std::vector<Host>& hosts);

// Sets the library's configuration for contexts made from now on, of processes of this grid.
void configure(const Method& method, const std::vector<Host>& hosts, const MappedGrid& grid);

}  // namespace het::testing
