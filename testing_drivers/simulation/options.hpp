#pragma once
// What xhetsim is asked to run.
#include <string>
#include <vector>

#include "testing_drivers/simulation/method.hpp"
#include "testing_drivers/support/grid.hpp"
#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {

// The sweep is the product of routines, sizes, block sizes and methods.
struct SimulationOptions {
  std::vector<std::string> routines = {"gemm", "getrf", "geqrf", "potrf"};
  std::vector<int> sizes = {4000}, nbs = {64};
  GridShape grid;  // of the caller
  std::vector<Method> methods;
  char type = 'd';
  bool json = false;
  bool split = false;  // one more line for each process
};

// Throws InputError or HelpRequest.
SimulationOptions parse_simulation_options(int argc, char** argv, const std::vector<Host>& hosts);

}  // namespace het::testing
