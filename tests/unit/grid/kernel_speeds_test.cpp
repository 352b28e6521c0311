#include "blacs_het/grid/speeds/kernel_speeds.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

using namespace sampled;

constexpr double longest = 1e10;  // operations per second of endless products

// Of which one of k runs at k / (k + h).
double part(Extent k, double h) { return static_cast<double>(k) / (static_cast<double>(k) + h); }

// A process of which the rates are known.
KernelSamples invented() {
  KernelSamples seen;
  seen.long_product = longest * part(long_k, 16);
  seen.short_product = longest * part(short_k, 16);
  seen.left_solve = longest * part(triangle, 20);
  seen.right_solve = longest * part(triangle, 30);
  seen.vectors = 0.1 * longest;
  seen.columns = 0.05 * longest;
  seen.update = 8e9;
  seen.small_update = 8e9 * part(small_n, 10);
  const double update = part(update_k, 24) / part(long_k, 16),
               wide = (1 + 12.0 / narrow_cols) / (1 + 12.0 / piece_cols);
  seen.updates_to_products = {update / 2, update, 3 * update};
  seen.wide_to_narrow = {wide, 1, 2 * wide};
  seen.per_copied_byte = 2e-10, seen.per_found = 8 * 2e-10 + 5e-10, seen.per_fresh_byte = 3e-10;
  return seen;
}

TEST(KernelSpeeds, AreThoseOfWhichTheSamplesAreMade) {
  const KernelSpeeds kernels = rates_of(invented());
  const KernelRates& rates = kernels.rates;
  EXPECT_NEAR(rates.half_speed_near_k, 16, 1e-9);
  EXPECT_NEAR(rates.half_speed_left_solve, 20, 1e-9);
  EXPECT_NEAR(rates.half_speed_right_solve, 30, 1e-9);
  EXPECT_NEAR(rates.half_speed_square, 10, 1e-9);
  EXPECT_NEAR(rates.half_speed_k, 24, 1e-9);
  EXPECT_NEAR(rates.half_speed_narrow, 12, 1e-9);
  EXPECT_NEAR(rates.vectors, 0.1, 1e-9);
  EXPECT_NEAR(rates.columns, 0.05, 1e-9);
  EXPECT_NEAR(kernels.flops_per_copied_byte, 2, 1e-9);
  EXPECT_NEAR(kernels.flops_per_jump, 5, 1e-9);
  EXPECT_NEAR(kernels.flops_per_fresh_byte, 3, 1e-9);
}

// As disturbed samples say now and then.
TEST(KernelSpeeds, NoPartOfAProductIsMoreThanAllOfIt) {
  KernelSamples seen = invented();
  seen.short_product = 2 * seen.long_product;
  seen.left_solve = seen.vectors = seen.columns = 3 * longest;
  seen.small_update = 2 * seen.update;
  seen.per_found = seen.per_copied_byte;
  const KernelSpeeds kernels = rates_of(seen);
  EXPECT_EQ(kernels.rates.half_speed_near_k, 0);
  EXPECT_EQ(kernels.rates.half_speed_left_solve, 0);
  EXPECT_EQ(kernels.rates.half_speed_square, 0);
  EXPECT_EQ(kernels.rates.vectors, 1);
  EXPECT_EQ(kernels.rates.columns, 1);
  EXPECT_EQ(kernels.flops_per_jump, 0);
}

}  // namespace
}  // namespace het
