// LU factorizations so small that their messages can be followed by hand.
#include <gtest/gtest.h>

#include "src/model/factor/walk/column_rounds.hpp"
#include "src/model/factor/walk/lu/left_program.hpp"
#include "src/model/factor/walk/lu/lu_program.hpp"
#include "tests/unit/model/walk/two_panels.hpp"

namespace het {
namespace {

class LuWalk : public test::TwoPanels {
 protected:
  static constexpr double w = width;
  // Multiply-adds of a row of a panel: products, the search for a pivot and the division; of a column of U, and of an
  // update, by the rows of a block.
  static constexpr double panel_row = w * (w / 2 + 1), solved_column = w * w / 2, updated_column = w * w;
  static constexpr double round_bytes = 16 + 2 * w * element;
  // What changes places in the end left of the panels of a matrix in blocks as wide as these, on two process rows.
  double left_seconds(Extent rows, Extent columns) {
    platform.cycle_times = {1, 1};
    const Distribution matrix = block_cyclic(rows, columns, width, width, 2, 1);
    const Placement grid = Placement::row_major(2, 1);
    const Placed placed{matrix, grid};
    const CallShape shape = CallShape::factorization(RoutineKind::lu, rows, columns, 2, 8);
    const FactorSteps steps(platform, shape, placed, width);
    Walk walk(platform, 0);
    LeftProgram first(walk, steps, placed, 0), second(walk, steps, placed, 1);
    walk.start(first.run());
    walk.start(second.run());
    return walk.run().value();
  }
};

TEST_F(LuWalk, AProcessAloneComputes) {
  platform.seconds_per_flop = 0.5e-6;
  EXPECT_NEAR(seconds(RoutineKind::lu, 1, 1),
              1e-6 * (3 * w * panel_row + w * (solved_column + updated_column)), 1e-9);
}

TEST_F(LuWalk, ProcessesOfAColumnWaitForEachColumnAndRows) {
  // A round for each column; between the panels the rows that change places, all at once. Those left of them are on one
  // process.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::lu, 2, 1), (n + 1) * 1e-3, 1e-6);
  // Behind the last panel, too, where there are columns.
  EXPECT_NEAR(seconds(RoutineKind::lu, 2, 1, 2 * n), (n + 2) * 1e-3, 1e-6);
}

TEST_F(LuWalk, RoundsThatGoTogetherTakeAsLong) {
  constexpr int p = 13;
  ASSERT_GT(rounds_together(n, p), 1);
  platform.between.latency = 1e-3;
  EXPECT_NEAR(seconds(RoutineKind::lu, p, 1), (n + 1) * 1e-3, 1e-5);
}

TEST_F(LuWalk, RowsGoBothWaysBetweenProcessesOfAColumn) {
  // The second process gets the half of the pivot rows that the first one has, and the rows of the block that make
  // room for its own.
  platform.between.seconds_per_byte = 1e-6;
  EXPECT_NEAR(seconds(RoutineKind::lu, 2, 1), 1e-6 * (n * round_bytes + w * w * element), 1e-9);
}

TEST_F(LuWalk, ProcessesOfARowWaitForTheirPanels) {
  // The first panel; the second one nobody else has columns for, but its pivots are told in the end, with their number.
  platform.between.seconds_per_byte = 1e-6;
  EXPECT_NEAR(seconds(RoutineKind::lu, 1, 2), 1e-6 * (n * w * element + (1 + w) * 8), 1e-9);
  // Where there are columns for both panels both have been told.
  EXPECT_NEAR(seconds(RoutineKind::lu, 1, 2, 2 * n), 1e-6 * (n * w * element + w * w * element), 1e-9);
}

TEST_F(LuWalk, AnUpdateFillsTheWaitsOfTheNextPanel) {
  // Of the second process, in the second panel, where what is behind that takes as long as two panels.
  platform.seconds_per_flop = 0.5e-8;
  platform.between.latency = 1e-3;
  const double panel = 1e-8 * w * panel_row + w * 1e-3;
  constexpr Extent few = 2000, many = 2200;
  ASSERT_LT(1e-8 * few * updated_column, 2 * panel);
  ASSERT_GT(1e-8 * many * updated_column, 2 * panel);
  const double waits = seconds(RoutineKind::lu, 2, 1, n + few),
               fills = seconds(RoutineKind::lu, 2, 1, n + many);
  EXPECT_LT(fills, waits);
  // U of both steps is solved for by two.
  const double more = 1e-8 * (many - few) * (updated_column + 2 * solved_column / 2);
  EXPECT_NEAR(fills, waits + more - w * 1e-3, 5e-3);
}

TEST_F(LuWalk, ProcessesOfAColumnShareASolve) {
  platform.seconds_per_flop = 0.5e-6;
  // Two pieces of columns behind the panels, which share their solve, but for the first one of the second step; on the
  // second process, which has all rows that are left.
  constexpr double behind = 300, shared = behind + behind / 2;
  const double panels = 2 * w * panel_row, update = (w + behind) * updated_column,
               solve = (w + behind / 2 + shared / 2) * solved_column;
  EXPECT_NEAR(seconds(RoutineKind::lu, 2, 1, n + 300), 1e-6 * (panels + update + solve), 1e-9);
}

TEST_F(LuWalk, RowsLeftOfPanelsChangePlacesInTheEnd) {
  // Of three panels: below the first one each of two processes has a block of rows, and gives half of it to the other.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(left_seconds(3 * width, 3 * width), 1e-3, 1e-9);
  platform.between = {.seconds_per_byte = 1e-6, .latency = 0};
  EXPECT_NEAR(left_seconds(3 * width, 3 * width), 1e-6 * w * w * element / 2, 1e-9);
  // Where a half of the rows below are pivots, three quarters change.
  EXPECT_NEAR(left_seconds(3 * width, 2 * width), 0.75 * 1e-6 * w * w * element / 2, 1e-9);
  // The first process copies the last block, which stays, and what it gives away and gets of it; in that order.
  platform.between = {};
  platform.seconds_per_copied_byte = 1e-6;
  EXPECT_NEAR(left_seconds(3 * width, 3 * width), 1e-6 * w * w * element * (1 + 1 + 0.5), 1e-9);
}

TEST_F(LuWalk, RowsOfOnePanelTravelBesideThoseOfAnother) {
  // Of four panels two have rows on both processes below them.
  platform.between.latency = 1e-3;
  EXPECT_NEAR(left_seconds(4 * width, 4 * width), 1e-3, 1e-9);
}

TEST_F(LuWalk, ThreePanelsAreAliveAtATime) {
  // The fourth of five waits until the first one has left: the third one's update gets no farther than its columns.
  platform.cycle_times = {1, 1};
  platform.seconds_per_flop = 0.5e-6;
  const auto updated = [](Extent columns, double rows) {
    return static_cast<double>(columns) * (solved_column + rows * w);
  };
  const double panels = (1000 + 900 + 800) * panel_row,
               updates = updated(400, 900) + updated(300, 800) + updated(100, 700);
  EXPECT_NEAR(test::stands_still_at<LuProgram>(platform, RoutineKind::lu, 5, width),
              1e-6 * (panels + updates), 1e-9);
}

}  // namespace
}  // namespace het
