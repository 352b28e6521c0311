#pragma once
// Inputs that several tests of the plan room share.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"
#include "tests/unit/error_of.hpp"

namespace het::test {

// BPRR99 Table 3 in the order of the table.
inline const std::vector<double> nine_workstations{7.8, 1.0, 1.0, 4.0, 1.0, 6.3, 7.8, 7.95, 8.0};

// Speeds uniform in [0.1, 1].
inline std::vector<double> random_cycle_times(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> speed(0.1, 1);
  std::vector<double> t;
  for (int k = 0; k < count; ++k) t.push_back(1 / speed(engine));
  return t;
}

// Small whole numbers: many ties.
inline std::vector<double> tied_cycle_times(int count, int largest, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int> value(1, largest);
  std::vector<double> t;
  for (int k = 0; k < count; ++k) t.push_back(value(engine));
  return t;
}

// Speeds of one of four kinds: uniform in [0.1, 1], three decades, four generations, some stragglers.
inline std::vector<double> mixed_cycle_times(int count, unsigned kind, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> t;
  for (int k = 0; k < count; ++k) {
    const double x = uniform(engine), y = uniform(engine);
    const double kinds[] = {1 / (0.1 + 0.9 * x), std::pow(1000.0, x), 1 + 0.7 * std::floor(4 * x),
                            y < 0.25 ? 10 + 10 * x : 1 + x};
    t.push_back(kinds[kind % 4]);
  }
  return t;
}

inline double largest_load(const Arrangement& a, const Shares& s) {
  double load = 0;
  for (int i = 0; i < a.p(); ++i)
    for (int j = 0; j < a.q(); ++j)
      load = std::max(load, s.row_weight[static_cast<std::size_t>(i)] * a.cycle_time(i, j) *
                                s.col_weight[static_cast<std::size_t>(j)]);
  return load;
}

// Feasible, normalised, and W is what the weights say.
inline void expect_consistent(const Arrangement& a, const Shares& s) {
  ASSERT_EQ(s.row_weight.size(), static_cast<std::size_t>(a.p()));
  ASSERT_EQ(s.col_weight.size(), static_cast<std::size_t>(a.q()));
  EXPECT_DOUBLE_EQ(s.row_weight.front(), 1);
  EXPECT_LE(largest_load(a, s), 1 + 1e-12);
  double rows = 0, cols = 0;
  for (const double r : s.row_weight) rows += r;
  for (const double c : s.col_weight) cols += c;
  EXPECT_NEAR(s.work_rate, rows * cols, 1e-12 * s.work_rate);
}

}  // namespace het::test
