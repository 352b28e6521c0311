#pragma once
#include <vector>

#include "src/tools/plan/forecast.hpp"

namespace het {

// One step of a factorization: seconds as the model has them, without the look-ahead that hides some of them.
struct StepTime {
  Extent left = 0;      // columns from this step's panel on
  double panel = 0;     // factoring the panel
  double update = 0;    // of the trailing matrix, at the slowest process
  double balanced = 0;  // the same divided among all processes in proportion to their speeds
};

// The steps of the first candidate; none for a product. O(steps p q).
std::vector<StepTime> step_times(const Forecast& forecast);

}  // namespace het
