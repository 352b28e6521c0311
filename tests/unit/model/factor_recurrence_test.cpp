// Factorizations so small that the recurrence can be followed by hand.
#include <gtest/gtest.h>

#include <utility>

#include "src/model/factor/factor_model.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::shape_of;

// Two panels of 100 columns on four processes; only what a test sets costs time.
class TwoPanels : public ::testing::Test {
 protected:
  TwoPanels() { platform = test::as_simulated(platform); }
  double seconds(RoutineKind kind, int p, int q) const {
    const Distribution matrix = block_cyclic(200, 200, 100, 100, p, q);
    return factorization_seconds(platform, shape_of(kind, 200), {matrix, Placement::row_major(p, q)}, 100);
  }
  Platform platform{{1, 1, 1, 1}, 0, {0, 0}};
};

TEST_F(TwoPanels, AColumnOfAPanelCostsOneRoundOfMessagesBetweenAllPairs) {
  // Four in a process column: the first message's latency, and two more messages. 200 columns, one exchange of the
  // panel's rows, and one when all is done, left of the first panel.
  platform.between.latency = 1e-3;
  platform.between.message_overhead = 1e-4;
  const double round = 1e-3 + 2e-4;
  EXPECT_NEAR(seconds(RoutineKind::lu, 4, 1), (200 + 1 + 1) * round, 0.01 * round);
  platform.between.message_overhead = 0;
  EXPECT_NEAR(seconds(RoutineKind::lu, 4, 1), (200 + 1 + 1) * 1e-3, 1e-5);
}

TEST_F(TwoPanels, ProcessesWithoutRowsTakePartInTheRounds) {
  // The panels of two process rows cost as much when one of them holds all rows.
  platform.between.latency = 1e-3;
  Distribution matrix = block_cyclic(200, 200, 100, 100, 2, 1);
  matrix.rows = AxisMap(200, 100, 100, {0}, 2);
  const double one_row = factorization_seconds(platform, shape_of(RoutineKind::lu, 200),
                                               {matrix, Placement::row_major(2, 1)}, 100);
  EXPECT_NEAR(one_row, seconds(RoutineKind::lu, 2, 1), 1e-9);
}

TEST_F(TwoPanels, APanelIsPassedOnWhole) {
  // 200 x 100 numbers and a triangle to the second process column; nothing is left for the first one.
  platform.between.seconds_per_byte = 1e-6;
  const auto message = [](double rows) { return 8 * (rows + 100) * 100 * 1e-6; };
  EXPECT_NEAR(seconds(RoutineKind::qr, 1, 2), message(200), 1e-9);
  // With four columns of one block each the first panel goes along the ring, from process to process, and the next two
  // follow it to the last one.
  const Distribution four = block_cyclic(400, 400, 100, 100, 1, 4);
  const double ring = factorization_seconds(platform, shape_of(RoutineKind::qr, 400),
                                            {four, Placement::row_major(1, 4)}, 100);
  EXPECT_NEAR(ring, 3 * message(400) + message(300) + message(200), 1e-9);
}

TEST_F(TwoPanels, NobodyWaitsForALateProcessTwice) {
  // Eight panels of one process column, one of its two processes ten times slower, so that it begins each step late: the
  // other one waits for it in each sum, and is through when it is.
  platform.seconds_per_flop = 1e-9;
  const Distribution matrix = block_cyclic(800, 800, 100, 100, 2, 1);
  const auto with = [&](std::vector<double> cycle_times) {
    platform.cycle_times = std::move(cycle_times);
    return factorization_seconds(platform, shape_of(RoutineKind::qr, 800),
                                 {matrix, Placement::row_major(2, 1)}, 100);
  };
  EXPECT_LE(with({1, 10}), with({10, 10}) * (1 + 1e-9));
}

TEST_F(TwoPanels, PanelsAndBothMovesFollowEachOtherOnALink) {
  // Links alone cost. The other one of two processes has each column at home: 200 x 100 numbers come, the panel's message, and
  // as many numbers go.
  platform.between.seconds_per_byte = 1e-6;
  const Distribution matrix = block_cyclic(200, 200, 100, 100, 1, 2);
  const Placed here{matrix, Placement::row_major(1, 2)};
  Placement reversed;
  reversed.of_rank = {{0, 1}, {0, 0}};
  const Placed home{matrix, reversed};
  const double part = 8.0 * 200 * 100 * 1e-6;
  const Prediction p =
      predict_factorization_quickly(platform, shape_of(RoutineKind::qr, 200), here, 100, &home);
  EXPECT_NEAR(p.compute(), seconds(RoutineKind::qr, 1, 2), 1e-9);
  EXPECT_NEAR(p.move_in, part, 1e-9) << "all strips come together";
  EXPECT_NEAR(p.move_out, part * 4 / 3, 1e-9) << "nothing hides the last of three strips";
}

TEST_F(TwoPanels, EachHopOfARingTakesALatency) {
  // Latency alone costs, four columns of one block each: the last one hears of each panel after three hops, from the process
  // before it of the last.
  platform.between.latency = 1e-3;
  const Distribution four = block_cyclic(400, 400, 100, 100, 1, 4);
  EXPECT_NEAR(factorization_seconds(platform, shape_of(RoutineKind::qr, 400),
                                    {four, Placement::row_major(1, 4)}, 100),
              3e-3, 1e-9);
}

TEST_F(TwoPanels, LongStepsHideMostOfTheWayBack) {
  // As above, but computing takes far longer than moves: all comes before, and of the way back a quarter, which the last of two
  // panels makes final, and the last strip come behind.
  platform.between.seconds_per_byte = 1e-6;
  platform.seconds_per_flop = 1e-6;
  const Distribution matrix = block_cyclic(200, 200, 100, 100, 1, 2);
  Placement reversed;
  reversed.of_rank = {{0, 1}, {0, 0}};
  const Placed here{matrix, Placement::row_major(1, 2)}, home{matrix, reversed};
  const double part = 8.0 * 200 * 100 * 1e-6, stays = seconds(RoutineKind::qr, 1, 2),
               moved = factorization_seconds(platform, shape_of(RoutineKind::qr, 200), here, 100, &home);
  EXPECT_GT(stays, 20 * part);
  EXPECT_NEAR(moved - stays, (1 + 1. / 4 + 1. / 3) * part, 1e-6);
}

TEST_F(TwoPanels, ALongPartTakesLongerForEachHop) {
  // One process column of four, links alone cost. Where one process has most rows, they go from process to process; in
  // equal parts all links are busy.
  platform.between.seconds_per_byte = 1e-6;
  platform.cycle_times.assign(4, 1.0);
  const auto seconds_of = [&](const std::vector<int>& rows) {
    const Distribution matrix{AxisMap(1600, 100, 100, rows, 4), AxisMap::block_cyclic(1600, 100, 1)};
    return factorization_seconds(platform, shape_of(RoutineKind::cholesky, 1600),
                                 {matrix, Placement::row_major(4, 1)}, 100);
  };
  EXPECT_GT(seconds_of({0, 1, 0, 2, 0, 3, 0, 0}), 1.2 * seconds_of({0, 1, 2, 3}));
}

TEST_F(TwoPanels, LsInterchangesAreMadeAtHome) {
  // One process computes what four have: alone it sends nothing, and at home each sends three quarters of its part of
  // L.
  platform.between.seconds_per_byte = 1e-6;
  const Distribution one = block_cyclic(200, 200, 100, 100, 1, 1),
                     four = block_cyclic(200, 200, 50, 100, 4, 1);
  Placement alone;
  alone.of_rank = {{0, 0}, {}, {}, {}};
  const Placed home{four, Placement::row_major(4, 1)};
  const auto seconds_of = [&](RoutineKind kind) {
    return factorization_seconds(platform, shape_of(kind, 200), {one, alone}, 100, &home);
  };
  const double l = 8.0 * 100 * 100 / 4 * 1e-6;
  EXPECT_NEAR(seconds_of(RoutineKind::lu) - seconds_of(RoutineKind::qr), 0.75 * l, 0.05 * l);
}

TEST_F(TwoPanels, ProcessesOfACholeskyColumnDoNotWaitForEachOther) {
  // A process that is slow in one step and quick in the next one costs less than the slowest of each step: uniform
  // blocks on a column of equal processes, free messages. Each does its own part of the triangle.
  platform = test::as_simulated({{1, 1}, 1e-9, {0, 0}});
  const Distribution matrix = block_cyclic(3000, 3000, 50, 50, 2, 1);
  const double two = factorization_seconds(platform, shape_of(RoutineKind::cholesky, 3000),
                                           {matrix, Placement::row_major(2, 1)}, 50);
  EXPECT_LT(two, 1.10 * flops(shape_of(RoutineKind::cholesky, 3000)) * 1e-9 / 2);
}

TEST_F(TwoPanels, OfCholeskysRowsForColumnsTheNextPanelNeedsAHead) {
  // Links alone cost, 2 x 2: a panel of k blocks goes to the next process column in k / 2 messages, and a block
  // beside it down that column; all of its rows for columns would be k / 2 more. Each panel waits for its diagonal
  // block, a message.
  platform.between.seconds_per_byte = 1e-6;
  platform.cycle_times.assign(4, 1.0);
  constexpr int blocks = 16;
  const double message = 8 * 100 * 100 * 1e-6;
  const double seconds = factorization_seconds(
      platform, shape_of(RoutineKind::cholesky, 100 * blocks),
      {block_cyclic(100 * blocks, 100 * blocks, 100, 100, 2, 2), Placement::row_major(2, 2)}, 100);
  double with_head = 0, with_all = 0;
  for (int k = blocks - 1; k > 0; --k) {
    with_head += (k + 1) / 2 + 2;
    with_all += k + 2;
  }
  EXPECT_GT(seconds, with_head * message);
  EXPECT_LT(seconds, with_all * message);
}

TEST_F(TwoPanels, RowsForColumnsComeInPartsOfThoseThatHaveThem) {
  // Links alone cost; one process column of four, a block each. Toward the end fewer processes share what goes round,
  // so that its parts are longer: in messages of one block, simulated, 15.4.
  platform.between.seconds_per_byte = 1e-6;
  const double seconds = *walked_factorization_seconds(
      platform, shape_of(RoutineKind::cholesky, 400),
      {block_cyclic(400, 400, 100, 100, 4, 1), Placement::row_major(4, 1)}, 100, nullptr);
  EXPECT_NEAR(seconds / (8 * 100 * 100 * 1e-6), 15.4, 1.5);
}

}  // namespace
}  // namespace het
