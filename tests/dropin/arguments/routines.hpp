#pragma once
// Routines as lists of arguments that can be spoiled by name.
#include <map>
#include <string>
#include <vector>

#include "testing_drivers/support/grid.hpp"

namespace het::testing {

constexpr int kSize = 8, kBlock = 2;  // of every matrix

// The arguments of one call, by the names that the routine's documentation gives them. All matrices have the same
// layout.
struct Arguments {
  std::map<std::string, int> numbers;                   // m, n, k, ia, ja, ..., lwork
  std::map<std::string, char> letters;                  // transa, uplo
  std::map<std::string, std::vector<int>> descriptors;  // desca, ...
};

struct Routine {
  std::string name;
  // Right ones, without the descriptors' contexts and leading dimensions.
  Arguments arguments;
  bool square_blocks_aligned;  // wants MB = NB, and sub-matrices that start with a block
  bool aborts;                 // a wrong argument ends the program; otherwise it comes back in INFO
  // Calls it; says what came back.
  std::string (*call)(const ProcessGrid& grid, const Arguments& arguments);
};

const std::vector<Routine>& routines();

}  // namespace het::testing
