#include "src/model/product_model.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

// BPRR99's worked grid, cycle-times 1 2 / 3 6, 1 Gflop/s for the fastest, a network that costs nothing.
Platform free_network() { return {{1, 2, 3, 6}, 1e-9, 0, 0}; }
const CallShape square = CallShape::product(960, 960, 960, 2, 8);
const Placement grid = Placement::row_major(2, 2);

double summa_seconds(const Platform& platform, const Distribution& c, const Placement& placement,
                     Extent panel_k) {
  return predict_product(platform, square, {c, placement}, panel_k).total();
}

Distribution balanced() { return {AxisMap(960, 8, 8, {0, 0, 0, 1}, 2), AxisMap(960, 8, 8, {0, 0, 1}, 2)}; }

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
  platform.seconds_per_byte = 1e-9;
  platform.latency = 1e-5;
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
  slow.seconds_per_byte = 1e-7;
  EXPECT_GT(summa_seconds(slow, balanced(), grid, 256), summa_seconds(free_network(), balanced(), grid, 256));
  EXPECT_GT(reference_product_seconds(slow, square, {balanced(), grid}),
            reference_product_seconds(free_network(), square, {balanced(), grid}));
}

TEST(ProductModel, WhatLinksCarryMeanwhileCostsLittle) {
  Platform platform = free_network();
  platform.seconds_per_copied_byte = 0;
  const double computing = summa_seconds(platform, balanced(), grid, 96);
  // As long as it takes less time than the products: but for the first of ten panels.
  platform.seconds_per_byte = computing / (8.0 * 960 * 960 * 2);
  EXPECT_LT(summa_seconds(platform, balanced(), grid, 96), 1.1 * computing + 1e-12);
  EXPECT_GT(summa_seconds(platform, balanced(), grid, 96), computing);
}

TEST(ProductModel, LongInnerDimensionsAreFaster) {
  for (Extent k = 16; k < 512; k *= 2) EXPECT_LT(KernelRates{}.product(k), KernelRates{}.product(2 * k));
  EXPECT_LT(KernelRates{}.product(1 << 20), 1);
}

}  // namespace
}  // namespace het
