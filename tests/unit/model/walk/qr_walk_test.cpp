// QR factorizations so small that their messages can be followed by hand.
#include <gtest/gtest.h>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/model/factor/walk/column_rounds.hpp"
#include "tests/unit/model/walk/two_panels.hpp"

namespace het {
namespace {

// Each panel is a group.
class QrWalk : public test::TwoPanels {};

TEST_F(QrWalk, AProcessAloneComputes) {
  // V^H A and V W^H, of panels and of the rest; of T, W T and zeros that are multiplied about half as much.
  platform.seconds_per_flop = 1e-6;
  const double least = 1e-6 * 4. / 3 * n * n * n;
  EXPECT_GT(seconds(RoutineKind::qr, 1, 1), least);
  EXPECT_LT(seconds(RoutineKind::qr, 1, 1), 1.6 * least);
}

// Each further column is multiplied with V twice, and with half of T, of both panels: 136 rows of 100 columns of V and 64 of 64
// where the first one begins, 36 and 64 where the second one does.
TEST_F(QrWalk, AColumnIsUpdatedByBothProducts) {
  platform.seconds_per_flop = 1e-6;
  const double v = 136 * 100 + 64 * 64 + 36 * 100 + 64 * 64, t = 2 * 100 * 100 / 2;
  EXPECT_NEAR(seconds(RoutineKind::qr, 1, 1, n + 100) - seconds(RoutineKind::qr, 1, 1),
              100 * 2e-6 * (2 * v + t), 1e-6);
}

TEST_F(QrWalk, ProcessesOfAColumnWaitForEachColumnAndLeaf) {
  // A round for each column, and for each of the 13 leaves of a panel; parts of W, and its sum.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::qr, 2, 1), (n + 2 * 13 + 2) * 1e-3, 1e-7);
}

TEST_F(QrWalk, SumsOfPiecesTravelSideBySide) {
  // Three pieces behind the panels, in both steps: their parts, and their sums, wait for one latency each, and the last sum
  // for one more.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::qr, 2, 1, n + 3 * narrowest_piece), (n + 2 * 13 + 2 + 2 * 3) * 1e-3, 1e-6);
}

TEST_F(QrWalk, RoundsThatGoTogetherTakeAsLong) {
  constexpr int p = 13;
  ASSERT_GT(rounds_together(n, p), 1);
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::qr, p, 1), (n + 2 * 13 + 2) * 1e-3, 1e-7);
}

TEST_F(QrWalk, ProcessesOfARowWaitForTheirPanels) {
  // The first panel, and what is left of TAU.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::qr, 1, 2), 2e-3, 1e-8);
}

}  // namespace
}  // namespace het
