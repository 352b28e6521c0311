#pragma once
// How far predictions are from what was measured, by routine.
#include <cstdio>
#include <string>
#include <vector>

#include "testing_drivers/model/rows.hpp"

namespace het::testing {

// Of the rows of one label and routine, the library's and ScaLAPACK's apart; those without a prediction do not count.
struct Deviation {
  std::string label, routine;
  bool by_scalapack = false;
  int cases = 0;
  // Of predicted / measured - 1: the mean of what is left without the sign; the one farthest from 0, with it.
  double mean = 0, worst = 0;
};

// In the order of their first rows.
std::vector<Deviation> deviations(const std::vector<ModelRow>& rows);

void print_deviations(const std::vector<Deviation>& found, bool json, std::FILE* out);

}  // namespace het::testing
