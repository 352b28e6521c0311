#include "src/model/move_model.hpp"

#include <gtest/gtest.h>

#include "src/distribution/column_strips.hpp"
#include "src/distribution/schedule.hpp"

namespace het {
namespace {

const Placement grid = Placement::row_major(2, 2);

Platform links(double seconds_per_byte, double latency) {
  Platform platform{{1, 2, 3, 6}, 0, seconds_per_byte, latency};
  platform.seconds_per_copied_byte = 0;
  return platform;
}

Distribution balanced() { return {AxisMap(960, 8, 8, {0, 0, 0, 1}, 2), AxisMap(960, 8, 8, {0, 0, 1}, 2)}; }

TEST(MoveModel, MovesCostWhatTheBusiestRankCarries) {
  const Distribution uniform = block_cyclic(960, 960, 8, 8, 2, 2);
  EXPECT_EQ(move_seconds(links(1e-9, 1e-3), 8, {uniform, grid}, {uniform, grid}), 0);
  // Rank 0 holds half of the balanced matrix and a quarter of the uniform one: between 1/4 and 1/2 leaves it.
  const double bytes = 8.0 * 960 * 960;
  const double seconds = move_seconds(links(1e-9, 0), 8, {balanced(), grid}, {uniform, grid});
  EXPECT_GE(seconds, 0.25 * bytes * 1e-9);
  EXPECT_LE(seconds, 0.50 * bytes * 1e-9);
}

// The schedule that is executed, rank by rank.
double by_schedule(const Platform& platform, const Placed& from, const Placed& to) {
  const GlobalIndex zero(0);
  const Schedule schedule({&from.distribution, &from.placement, zero, zero},
                          {&to.distribution, &to.placement, zero, zero}, from.distribution.rows.extent(),
                          from.distribution.cols.extent());
  double most = 0;
  for (int rank = 0; rank < from.placement.ranks(); ++rank) {
    const auto mine = schedule.for_rank(rank);
    Extent sent = 0, received = 0;
    for (const Transfer& t : mine.sends) sent += t.elements();
    for (const Transfer& t : mine.receives) received += t.elements();
    const auto messages = static_cast<double>(mine.sends.size() + mine.receives.size());
    most = std::max(most, static_cast<double>(8 * std::max(sent, received)) * platform.seconds_per_byte +
                              messages * platform.message_overhead + (messages > 0 ? platform.latency : 0));
  }
  return most;
}

TEST(MoveModel, CountsWhatTheScheduleSends) {
  const Distribution uniform = block_cyclic(960, 960, 64, 32, 2, 2);
  const Distribution line{AxisMap::block_cyclic(960, 24, 1), AxisMap(960, 24, 24, {2, 0, 1, 0}, 3)};
  Placement three;  // rank 1 is left out
  three.of_rank = {{0, 2}, {-1, -1}, {0, 0}, {0, 1}};
  Platform platform = links(1e-9, 1e-4);
  platform.message_overhead = 1e-5;
  for (const Placed& other : {Placed{balanced(), grid}, Placed{line, three}}) {
    EXPECT_DOUBLE_EQ(move_seconds(platform, 8, {uniform, grid}, other),
                     by_schedule(platform, {uniform, grid}, other));
    EXPECT_DOUBLE_EQ(move_seconds(platform, 8, other, {uniform, grid}),
                     by_schedule(platform, other, {uniform, grid}));
  }
}

TEST(MoveModel, CopiesOfASlowProcessHideUnlessTheyTakeLonger) {
  // A column for each of two processes becomes a row: each sends and receives a quarter, and keeps a quarter.
  const Distribution columns = block_cyclic(100, 100, 50, 50, 1, 2),
                     rows = block_cyclic(100, 100, 50, 50, 2, 1);
  const Placement across = Placement::row_major(1, 2), down = Placement::row_major(2, 1);
  Platform platform{{1, 3}, 0, 1e-9, 0};
  const double quarter = 8.0 * 2500;
  platform.seconds_per_copied_byte = 1e-11;
  EXPECT_DOUBLE_EQ(move_seconds(platform, 8, {columns, across}, {rows, down}), quarter * 1e-9);
  platform.seconds_per_copied_byte = 1e-9;
  EXPECT_DOUBLE_EQ(move_seconds(platform, 8, {columns, across}, {rows, down}), 3 * 3 * quarter * 1e-9);
}

TEST(MoveModel, ATriangleIsALittleMoreThanHalfTheMatrix) {
  // In each of 16 strips the same parts of all processes move.
  const Distribution fine = block_cyclic(1600, 1600, 5, 5, 2, 2),
                     moved{fine.rows, AxisMap(1600, 5, 5, {1, 0}, 2)};
  const Platform platform = links(1e-9, 0);
  const double square = move_seconds(platform, 8, {fine, grid}, {moved, grid});
  EXPECT_NEAR(triangle_move_seconds(platform, 8, {fine, grid}, {moved, grid}) / square, 17.0 / 32, 0.015);
}

TEST(MoveModel, StripsThatTravelTogetherShareTheLinks) {
  // Four strips come to each process, fifteen travel at a time: the first process has the most of these. The last strip
  // comes alone.
  const Distribution fine = block_cyclic(1600, 1600, 5, 5, 1, 4),
                     wide = block_cyclic(1600, 1600, 400, 400, 1, 4);
  const Placement line = Placement::row_major(1, 4);
  const ColumnStrips strips(1600);
  ASSERT_EQ(strips.at_a_time(wide.cols), 15);
  const auto elements_of = [&](Extent first, Extent last) {
    double elements = 0;
    for (Extent s = first; s < last; ++s)
      elements += static_cast<double>((1600 - strips.begin(s)) * (strips.end(s) - strips.begin(s)));
    return elements;
  };
  const double elements = elements_of(0, 4) + elements_of(15, 16);
  EXPECT_NEAR(triangle_move_seconds(links(1e-9, 0), 8, {fine, line}, {wide, line}),
              8 * elements * 0.75 * 1e-9, 1e-9);
}

}  // namespace
// Long moves are visible but for what the first step hides; short ones are not hidden altogether either.
TEST(MoveModel, StepsHideAPartOfTheMoves) {
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 6400, 6400, 2, 8);
  const double compute = 10, first = 0.3;  // 3 * 64 / 6400 of it
  const AxisMap cols = AxisMap::block_cyclic(6400, 64, 4);
  EXPECT_DOUBLE_EQ(visible_moves(lu, cols, 1, compute, 64).in, 1 - first / 4);
  EXPECT_DOUBLE_EQ(visible_moves(lu, cols, 0.01, compute, 64).in, 0.0025);
  for (const RoutineKind kind : all_routine_kinds) {
    const CallShape shape = is_factorization(kind) ? CallShape::factorization(kind, 6400, 6400, 2, 8)
                                                   : CallShape::product(6400, 6400, 6400, 2, 8);
    const VisibleMoves moves = visible_moves(shape, cols, 1, compute, 64);
    EXPECT_LT(moves.out, 1);
    EXPECT_GT(moves.out, 0);
    EXPECT_EQ(moves.in > 0, is_factorization(kind)) << "operands of a product travel while it is computed";
  }
}

// Of four processes with a piece each, all strips arrive together.
TEST(MoveModel, PiecesHideLessThanColumnsInTurn) {
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 6400, 6400, 2, 8);
  const AxisMap turns = AxisMap::block_cyclic(6400, 64, 4), pieces = AxisMap::block_cyclic(6400, 1600, 4);
  EXPECT_LT(visible_moves(lu, turns, 0.01, 10, 64).in, 0.003);
  EXPECT_GT(visible_moves(lu, pieces, 0.01, 10, 64).in, 0.009);
}

}  // namespace het
