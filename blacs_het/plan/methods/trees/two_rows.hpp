#pragma once
// Two rows alone: closed forms.
#include <span>

namespace het {

// Two grid rows with speeds 1/t in columns that count several times: with r = (1, x) and c_j = min(first_j,
// second_j / x), W = (first_count + second_count x) sum_j count_j c_j is convex between neighbouring x =
// second_j / first_j, so one of those is best.
struct TwoRows {
  std::span<const double> first, second;  // speeds
  std::span<const double> count;          // of the columns
  double first_count = 1, second_count = 1;
};
struct BestRatio {
  double ratio = 1;  // x = r_1 / r_0
  double work_rate = 0;
};
// O(q log q).
BestRatio best_ratio(const TwoRows& rows);

}  // namespace het
