// Cholesky factorizations so small that their messages can be followed by hand.
#include <gtest/gtest.h>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/walk/cholesky/cholesky_program.hpp"
#include "src/model/factor/walk/cholesky/cholesky_update.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "tests/unit/model/walk/two_panels.hpp"

namespace het {
namespace {

class CholeskyWalk : public test::TwoPanels {};

TEST_F(CholeskyWalk, AProcessAloneComputes) {
  // Two blocks on the diagonal, a solve below the first, and a triangle with the stairs along its diagonal.
  platform.seconds_per_flop = 1e-6;
  const double cubes = 2. / 6 + 2. / 6 + 1, triangle = width * (width + 1) / 2, stairs = 12 * width;
  const double least = 1e-6 * (cubes * width * width * width + 2 * width * triangle);
  EXPECT_GT(seconds(RoutineKind::cholesky, 1, 1), least);
  EXPECT_LT(seconds(RoutineKind::cholesky, 1, 1), least + 1e-6 * 2 * width * stairs);
}

TEST_F(CholeskyWalk, ProcessesOfAColumnWaitForBlocksAndRows) {
  // The first block's factor, its rows for the columns of the process that has no rows left, and the second
  // factor, for which that process asks when it has them.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::cholesky, 2, 1), 3e-3, 1e-8);
}

TEST_F(CholeskyWalk, ProcessesOfARowWaitForTheirRows) {
  // The first panel, and the second one, of which nothing but INFO is left.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::cholesky, 1, 2), 2e-3, 1e-8);
}

TEST_F(CholeskyWalk, AWindowOfPanelsIsAliveAtATime) {
  // As many of eight panels as the window has are factored, and subtracted from the process's columns.
  constexpr Extent panels = 8, all = 2 * panels * width;
  const Extent window = panels_in_window(width);
  ASSERT_LT(window, panels);
  platform.cycle_times = {1, 1};
  platform.seconds_per_flop = 0.5e-6;
  double least = 0;
  for (Extent panel = 1; panel <= window; ++panel) {
    const auto below = static_cast<double>(all - panel * width),
               columns = static_cast<double>((panels - panel) * width);
    least += width * width * (width / 6. + below / 2) + width * columns * (below - columns / 2);
  }
  const double seconds =
      test::stands_still_at<CholeskyProgram>(platform, RoutineKind::cholesky, panels, width);
  EXPECT_GT(seconds, 1e-6 * least);
  EXPECT_LT(seconds, 1e-6 * 1.02 * least);
}

TEST(CholeskyUpdate, NothingAboveTheDiagonalButStairs) {
  constexpr Extent n = 200;
  const Platform platform = test::as_simulated({{1, 1, 1, 1}, 0, {0, 0}});
  const CallShape shape = CallShape::factorization(RoutineKind::cholesky, n, n, 2, 8);
  const Distribution matrix = block_cyclic(n, n, 10, 10, 2, 2);
  const Placement placement = Placement::row_major(2, 2);
  const Placed placed{matrix, placement};
  const FactorSteps steps(platform, shape, placed, 10);
  double all = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (const auto& part : CholeskyUpdate(steps, i, j).parts(0, n / 2))
        all += part.stairs + static_cast<double>(part.rows) * part.row;
  EXPECT_GT(all, n * (n + 1) / 2);
  EXPECT_LT(all, n * (n + 1) / 2 + 24 * n);
}

// Panels of 64 columns on one process, with h = 7.9 one by one, with h = 16 two at a time.
TEST_F(CholeskyWalk, KnowsThatFewColumnsAreSlowAndNearPanelsGoTogether) {
  const Distribution matrix = block_cyclic(2000, 2000, 64, 64, 1, 1);
  const Placed placed{matrix, Placement::row_major(1, 1)};
  const CallShape shape = CallShape::factorization(RoutineKind::cholesky, 2000, 2000, 2, 8);
  Platform on = test::as_simulated({{1}, 1e-10, {0, 0}});
  const auto seconds = [&](double half_speed_narrow) {
    on.rates.half_speed_narrow = half_speed_narrow;
    return walked_factorization_seconds(on, shape, placed, 64, nullptr).value();
  };
  const double wide = seconds(0), one_by_one = seconds(7.9) / wide - 1, together = seconds(16) / wide - 1;
  EXPECT_GT(one_by_one, 0.02);
  EXPECT_LT(together, 1.6 * one_by_one) << "of pieces half as wide it would be twice as much";
}

}  // namespace
}  // namespace het
