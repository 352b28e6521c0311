#pragma once
#include <gtest/gtest.h>

#include "src/model/factor/walk/factor_walk.hpp"
#include "src/model/factor/walk/moves/moves_of_rank.hpp"
#include "tests/unit/model/as_simulated.hpp"

namespace het::test {

// Factorizations so small that their messages can be followed by hand: of two panels, in blocks as wide as these. Only what a
// test sets costs time.
class TwoPanels : public ::testing::Test {
 protected:
  static constexpr Extent n = 200, width = 100;
  static constexpr double element = 8;  // bytes
  TwoPanels() { platform = as_simulated(platform); }
  // On a p x q grid of equal processes, with so many columns.
  double seconds(RoutineKind kind, int p, int q, Extent columns = n) {
    platform.cycle_times.assign(static_cast<std::size_t>(p * q), 1);
    const Distribution matrix = block_cyclic(n, columns, width, width, p, q);
    const Placement grid = Placement::row_major(p, q);
    const CallShape shape = CallShape::factorization(kind, n, columns, 2, 8);
    return walked_factorization_seconds(platform, shape, {matrix, grid}, width, nullptr).value();
  }
  Platform platform{{}, 0, {0, 0}};
};

// When the first process of a row of two stands still, if the second one takes no message: each of them has so many panels
// of a square matrix.
template <class Kernel>
double stands_still_at(const Platform& platform, RoutineKind kind, Extent panels, Extent width) {
  const Extent n = 2 * panels * width;
  const Distribution matrix = block_cyclic(n, n, width, panels * width, 1, 2);
  const Placement grid = Placement::row_major(1, 2);
  const CallShape shape = CallShape::factorization(kind, n, n, 2, 8);
  const Placed placed{matrix, grid};
  const FactorSteps steps(platform, shape, placed, width);
  Walk walk(platform, 0);
  MovesOfRank moves(walk, steps, 0, nullptr);
  Kernel kernel(walk, steps, 0, 0, moves);
  walk.start(kernel.run());
  EXPECT_FALSE(walk.run());
  return walk.now();
}

}  // namespace het::test
