#pragma once
// What xhetsim prints: a row for each case, and each process's seconds behind it.
#include <cstdio>
#include <string>
#include <vector>

#include "include/hetscalapack/hetscalapack.h"
#include "testing_drivers/support/grid.hpp"

namespace het::testing {

struct SimulationRow {
  std::string routine, method;
  char type = 'd';
  int n = 0, nb = 0;
  GridShape grid;                        // that holds the caller's matrix
  double seconds = 0;                    // from the first process's start to the last one's end
  double operations = 0;                 // real ones
  int info = 0;                          // the largest |INFO| of all processes
  std::vector<hetscalapack_call> calls;  // of each process of the grid, row by row
  bool by_library = true;                // otherwise nothing is known of the calls
};

void print_header(std::FILE* out);
void print_row(const SimulationRow& row, bool split, std::FILE* out);
void print_json(const SimulationRow& row, std::FILE* out);

}  // namespace het::testing
