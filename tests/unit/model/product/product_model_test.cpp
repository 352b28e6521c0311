#include "src/model/product/product_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/model/move/move_costs.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"
#include "tests/unit/model/worked_grid.hpp"

namespace het {
namespace {

using test::balanced;
using test::grid;
using test::square_of;

// BPRR99's worked grid, cycle-times 1 2 / 3 6, 1 Gflop/s for the fastest, a network that costs nothing.
Platform free_network() { return {{1, 2, 3, 6}, 1e-9, {0, 0}}; }
const CallShape square = square_of(960);

double summa_seconds(const Platform& platform, const Distribution& c, const Placement& placement,
                     Extent panel_k) {
  return predict_product(platform, square, {c, placement}, panel_k).total();
}

TEST(ProductModel, UniformDistributionRunsAtTheSlowestProcess) {
  const Distribution uniform = block_cyclic(960, 960, 8, 8, 2, 2);
  const double slowest_part = 2.0 * 480 * 480 * 960 * 6 * 1e-9;
  const double product = slowest_part / KernelRates{}.product(960);
  const double seconds = summa_seconds(free_network(), uniform, grid, 960);
  EXPECT_GE(seconds, product);
  EXPECT_LE(seconds, 1.01 * product) << "packing alone";
  EXPECT_NEAR(reference_product_seconds(free_network(), square, {uniform, grid}),
              slowest_part / KernelRates{}.product(32), 1e-9);
}

TEST(ProductModel, BalancedDistributionReachesTheBound) {
  // W = 2 block updates per unit of time [BPRR99 §3.1.2]: three times the uniform rate of 2/3.
  const double uniform = summa_seconds(free_network(), block_cyclic(960, 960, 8, 8, 2, 2), grid, 256);
  EXPECT_NEAR(uniform / summa_seconds(free_network(), balanced(), grid, 256), 3, 0.03);
}

TEST(ProductModel, PlacementDecidesWhoIsSlow) {
  Placement wrong = grid;
  std::swap(wrong.of_rank[0], wrong.of_rank[3]);  // the slowest gets the largest part
  EXPECT_GT(summa_seconds(free_network(), balanced(), wrong, 256),
            5 * summa_seconds(free_network(), balanced(), grid, 256));
}

TEST(ProductModel, TermsAddUpAndIdleMeansImbalance) {
  Platform platform = free_network();
  platform.between.seconds_per_byte = 1e-9;
  platform.between.latency = 1e-5;
  const Prediction uneven =
      predict_product(platform, square, {block_cyclic(960, 960, 8, 8, 2, 2), grid}, 256);
  const Prediction even = predict_product(platform, square, {balanced(), grid}, 256);
  EXPECT_DOUBLE_EQ(even.total(), even.update + even.idle + even.exchange + even.latency);
  EXPECT_DOUBLE_EQ(even.update, uneven.update);
  EXPECT_LT(even.idle, 1e-3 * even.update);
  EXPECT_NEAR(uneven.idle, 2 * uneven.update, 0.01 * uneven.update);
  EXPECT_GT(even.exchange, 0);
  EXPECT_GT(even.latency, 0);
}

TEST(ProductModel, SlowNetworkMakesItselfFelt) {
  Platform slow = free_network();
  slow.between.seconds_per_byte = 1e-7;
  EXPECT_GT(summa_seconds(slow, balanced(), grid, 256), summa_seconds(free_network(), balanced(), grid, 256));
  EXPECT_GT(reference_product_seconds(slow, square, {balanced(), grid}),
            reference_product_seconds(free_network(), square, {balanced(), grid}));
}

TEST(ProductModel, WhatLinksCarryMeanwhileCostsLittle) {
  Platform platform = free_network();
  platform.seconds_per_copied_byte = 0;
  const double computing = summa_seconds(platform, balanced(), grid, 96);
  // As long as it takes less time than the products: but for the first of ten panels.
  platform.between.seconds_per_byte = computing / (8.0 * 960 * 960 * 2);
  EXPECT_LT(summa_seconds(platform, balanced(), grid, 96), 1.1 * computing + 1e-12);
  EXPECT_GT(summa_seconds(platform, balanced(), grid, 96), computing);
}

// A network of 1 Gb/s and 42 us, as it was simulated: no rates, copies at half an operation a byte.
Platform slow_links(std::vector<double> cycle_times) {
  Platform platform{std::move(cycle_times), 1e-10, {1 / 0.1249e9, 4.214e-5, 1e-6}};
  platform.seconds_per_copied_byte = 0.5e-10;
  platform.rates = test::full_speed;
  return platform;
}

TEST(ProductModel, AgreesWithVirtualTimeOnSlowLinks) {
  const Platform nine = slow_links({1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8});
  const Distribution on_nine = block_cyclic(1000, 1000, 64, 64, 3, 3);
  const Placement rows = Placement::row_major(3, 3);
  EXPECT_NEAR(predict_product(nine, square_of(1000), {on_nine, rows}, 192).total() / 0.188, 1, 0.02);

  Platform generations = slow_links(std::vector<double>(16, 1));
  std::fill(generations.cycle_times.begin() + 8, generations.cycle_times.end(), 2.2);
  const Placement square_grid = Placement::row_major(4, 4);
  for (const auto& [n, seconds] : {std::pair<Extent, double>{1000, 0.0413}, {1500, 0.1198}})
    EXPECT_NEAR(
        predict_product(generations, square_of(n), {block_cyclic(n, n, 64, 64, 4, 4), square_grid}, 192)
                .total() /
            seconds,
        1, 0.04)
        << n;

  // Moved to 3 x 3 with the fast ones in one column, A and B where the caller has them.
  std::vector<int> columns(125, 0);
  std::fill(columns.begin() + 100, columns.begin() + 113, 1);
  std::fill(columns.begin() + 113, columns.end(), 2);
  const Distribution moved{block_cyclic(1000, 1000, 8, 8, 3, 3).rows, AxisMap(1000, 8, 8, columns, 3)};
  Placement fast_column;
  for (int rank = 0; rank < 9; ++rank) fast_column.of_rank.push_back({rank % 3, rank / 3});
  const Placed caller{on_nine, rows};
  const double seconds = predict_product(nine, square_of(1000), {moved, fast_column}, 192, &caller).compute();
  EXPECT_NEAR(seconds / 0.0760, 1, 0.05);
}

// All panels under way come together in the end: where links are the longer part, few of them wait for each other.
TEST(ProductModel, FewerPanelsAreAliveWhereLinksAreTheLongerPart) {
  const Distribution uniform = block_cyclic(2000, 2000, 64, 64, 4, 4),
                     other = block_cyclic(2000, 2000, 8, 8, 4, 4);
  const Placed caller{uniform, Placement::row_major(4, 4)}, moved{other, Placement::row_major(4, 4)};
  Platform platform = slow_links(std::vector<double>(16, 1));
  const auto alive = [&] { return product_stream(platform, square_of(2000), moved, 192, &caller).depth; };
  EXPECT_GE(alive(), 2);
  EXPECT_LT(alive(), PanelStreamLimits{}.depth);
  platform.between.seconds_per_byte /= 10;
  EXPECT_EQ(alive(), PanelStreamLimits{}.depth);
  EXPECT_EQ(product_stream(platform, square_of(2000), caller, 192).depth, PanelStreamLimits{}.depth);
}

TEST(ProductModel, WhoHasLittleOfAPanelReceivesNearlyAll) {
  // Links alone cost. On 2 x 2 in place a process has half of what it needs; of another layout a quarter.
  Platform links = free_network();
  links.seconds_per_flop = links.seconds_per_copied_byte = 0;
  links.between.seconds_per_byte = 1e-9;
  const Distribution uniform = block_cyclic(960, 960, 8, 8, 2, 2);
  const Placed caller{uniform, grid};
  const double in_place = product_seconds(links, square, caller, 96);
  const double moved = product_seconds(links, square, {uniform, grid}, 96, &caller);
  EXPECT_NEAR(in_place, 8.0 * 960 * 960 / 2 * 1e-9, 1e-4 * in_place);
  EXPECT_NEAR(predict_product(links, square, caller, 96).total(), in_place, 1e-4 * in_place);
  EXPECT_NEAR(moved / in_place, 1.5, 0.15) << "and the first panel comes from two of four";
}

// As it is predicted among more processes than messages are followed for, most of them idle here. C leaves four equal
// processes, which have a quarter of its columns or of its rows each: columns in few of the pieces of the last product, rows
// in all of them. Where nothing is computed nothing hides it, and where that takes long a quarter is seen whatever hides.
TEST(ProductModel, WhatIsSeenOfTheWayBackFollowsFromThePiecesInWhichCLeaves) {
  constexpr int processes = 40;
  const auto among_idle = [](Placement some) {
    some.of_rank.resize(processes);
    return some;
  };
  const Placed caller{block_cyclic(960, 960, 32, 32, 2, 2), among_idle(grid)};
  const Distribution in_rows{AxisMap(960, 240, 240, {0, 1, 2, 3}, 4), AxisMap(960, 960, 960, {0}, 1)},
      in_columns{AxisMap(960, 960, 960, {0}, 1), AxisMap(960, 240, 240, {0, 1, 2, 3}, 4)};
  const auto seen = [&](double seconds_per_flop, const Distribution& c, const Placement& placement) {
    const Platform platform{std::vector<double>(processes, 1), seconds_per_flop, {1e-8, 0}};
    const Placed moved{c, placement};
    return predict_product(platform, square, moved, 192, &caller).move_out /
           move_costs(platform, 8, moved, caller).seconds;
  };
  const Placement down = among_idle(Placement::row_major(4, 1)),
                  across = among_idle(Placement::row_major(1, 4));
  EXPECT_NEAR(seen(1e-15, in_rows, down), 1, 0.01);
  EXPECT_NEAR(seen(1e-15, in_columns, across), 1, 0.01);
  EXPECT_NEAR(seen(1e-7, in_rows, down), 0.25 + 0.75 / 15, 0.01);
  EXPECT_NEAR(seen(1e-7, in_columns, across), 0.25 + 0.75 / (15.0 / 4), 0.01);
}

TEST(ProductModel, LongInnerDimensionsAreFaster) {
  for (Extent k = 16; k < 512; k *= 2) EXPECT_LT(KernelRates{}.product(k), KernelRates{}.product(2 * k));
  EXPECT_LT(KernelRates{}.product(1 << 20), 1);
  // A triangle is slower than a product with as long an inner dimension; of half_speed rows it reaches half.
  const KernelRates rates;
  EXPECT_LT(rates.left_solve(64), rates.right_solve(64));
  EXPECT_LT(rates.right_solve(64), rates.product(64));
  EXPECT_EQ(rates.left_solve(static_cast<Extent>(rates.half_speed_left_solve)), 0.5);
}

TEST(KernelRates, WidePanelsRunFasterThanNarrowOnes) {
  const KernelRates rates;
  EXPECT_EQ(rates.recursive_panel(4), rates.vectors) << "column by column";
  for (Extent width = 8; width < 256; width *= 2)
    EXPECT_LT(rates.recursive_panel(width), rates.recursive_panel(2 * width));
  EXPECT_LT(rates.recursive_panel(1 << 20), 1);
  for (const Extent width : {4, 8, 64}) EXPECT_EQ(test::full_speed.recursive_panel(width), 1);
}

}  // namespace
}  // namespace het
