#include "src/distribution/panels/solve_weights.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(SolveWeights, AreRowsButOfThoseWithFewNone) {
  using Weights = std::vector<Extent>;
  EXPECT_EQ(solve_weights(AxisMap(100, 10, 10, {0, 0, 0, 0, 0, 0, 0, 0, 1, 2}, 3)), (Weights{80, 0, 0}));
  EXPECT_EQ(solve_weights(AxisMap(80, 10, 10, {0, 1, 0, 1, 0, 1, 0, 2}, 3)), (Weights{40, 30, 0}));
  EXPECT_EQ(solve_weights(AxisMap(20, 10, 10, {0, 0}, 1)), Weights{20});
  EXPECT_EQ(solve_weights(AxisMap(0, 10, 10, {0, 1}, 2)), (Weights{0, 0}));
}

}  // namespace
}  // namespace het
