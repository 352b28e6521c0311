#include "src/model/move/move_costs.hpp"

#include <gtest/gtest.h>

#include "src/distribution/schedule.hpp"
#include "tests/unit/model/worked_grid.hpp"

namespace het {
namespace {

using test::balanced;
using test::grid;

Platform links(double seconds_per_byte, double latency) {
  Platform platform{{1, 2, 3, 6}, 0, {seconds_per_byte, latency}};
  platform.seconds_per_copied_byte = 0;
  return platform;
}

TEST(MoveCosts, MovesCostWhatTheBusiestRankCarries) {
  const Distribution uniform = block_cyclic(960, 960, 8, 8, 2, 2);
  EXPECT_EQ(move_costs(links(1e-9, 1e-3), 8, {uniform, grid}, {uniform, grid}).seconds, 0);
  // Rank 0 holds half of the balanced matrix and a quarter of the uniform one: between 1/4 and 1/2 leaves it.
  const double bytes = 8.0 * 960 * 960;
  const double seconds = move_costs(links(1e-9, 0), 8, {balanced(), grid}, {uniform, grid}).seconds;
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
    most =
        std::max(most, static_cast<double>(8 * std::max(sent, received)) * platform.between.seconds_per_byte +
                           messages * platform.between.message_overhead +
                           (messages > 0 ? platform.between.latency : 0));
  }
  return most;
}

TEST(MoveCosts, CountsWhatTheScheduleSends) {
  const Distribution uniform = block_cyclic(960, 960, 64, 32, 2, 2);
  const Distribution line{AxisMap::block_cyclic(960, 24, 1), AxisMap(960, 24, 24, {2, 0, 1, 0}, 3)};
  Placement three;  // rank 1 is left out
  three.of_rank = {{0, 2}, {-1, -1}, {0, 0}, {0, 1}};
  Platform platform = links(1e-9, 1e-4);
  platform.between.message_overhead = 1e-5;
  for (const Placed& other : {Placed{balanced(), grid}, Placed{line, three}}) {
    EXPECT_DOUBLE_EQ(move_costs(platform, 8, {uniform, grid}, other).seconds,
                     by_schedule(platform, {uniform, grid}, other));
    EXPECT_DOUBLE_EQ(move_costs(platform, 8, other, {uniform, grid}).seconds,
                     by_schedule(platform, other, {uniform, grid}));
  }
}

TEST(MoveCosts, CopiesOfASlowProcessHideUnlessTheyTakeLonger) {
  // A column for each of two processes becomes a row: each sends and receives a quarter, and keeps a quarter.
  const Distribution columns = block_cyclic(100, 100, 50, 50, 1, 2),
                     rows = block_cyclic(100, 100, 50, 50, 2, 1);
  const Placement across = Placement::row_major(1, 2), down = Placement::row_major(2, 1);
  Platform platform{{1, 3}, 0, {1e-9, 0}};
  const double quarter = 8.0 * 2500;
  platform.seconds_per_copied_byte = 1e-11;
  EXPECT_DOUBLE_EQ(move_costs(platform, 8, {columns, across}, {rows, down}).seconds, quarter * 1e-9);
  platform.seconds_per_copied_byte = 1e-9;
  EXPECT_DOUBLE_EQ(move_costs(platform, 8, {columns, across}, {rows, down}).seconds, 3 * 3 * quarter * 1e-9);
}

}  // namespace
}  // namespace het
