// QR factorizations so small that their messages can be followed by hand.
#include <gtest/gtest.h>

#include "src/model/factor/walk/factor_walk.hpp"
#include "tests/unit/model/as_simulated.hpp"

namespace het {
namespace {

// Two panels, each a group; only what a test sets costs time.
class QrWalk : public ::testing::Test {
 protected:
  static constexpr Extent n = 200, width = 100;
  QrWalk() { platform = test::as_simulated(platform); }
  double seconds(int p, int q) const {
    const Distribution matrix = block_cyclic(n, n, width, width, p, q);
    return walked_factorization_seconds(platform, shape, {matrix, Placement::row_major(p, q)}, width, nullptr)
        .value();
  }
  const CallShape shape = CallShape::factorization(RoutineKind::qr, n, n, 2, 8);
  Platform platform{{1, 1, 1, 1}, 0, {0, 0}};
};

TEST_F(QrWalk, AProcessAloneComputes) {
  // V^H A and V W^H, of panels and of the rest; of T, W T and zeros that are multiplied about half as much.
  platform.cycle_times = {1};
  platform.seconds_per_flop = 1e-6;
  const double least = 1e-6 * 4. / 3 * n * n * n;
  EXPECT_GT(seconds(1, 1), least);
  EXPECT_LT(seconds(1, 1), 1.6 * least);
}

TEST_F(QrWalk, ProcessesOfAColumnWaitForEachColumnAndLeaf) {
  // A round for each column, and for each of the 13 leaves of a panel; parts of W, and its sum.
  platform.cycle_times = {1, 1};
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(2, 1), (n + 2 * 13 + 2) * 1e-3, 1e-7);
}

TEST_F(QrWalk, RoundsThatGoTogetherTakeAsLong) {
  platform.cycle_times = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(12, 1), (n + 2 * 13 + 2) * 1e-3, 1e-7);
}

TEST_F(QrWalk, ProcessesOfARowWaitForTheirPanels) {
  // The first panel, and what is left of TAU.
  platform.cycle_times = {1, 1};
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(1, 2), 2e-3, 1e-8);
}

}  // namespace
}  // namespace het
