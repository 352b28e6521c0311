#include "blacs_het/plan/decision/size_limits.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(SizeLimits, SmallCallsAreLeftAlone) {
  const SizeLimits& limits = SizeLimits::without_speeds();
  EXPECT_EQ(limits.too_small(CallShape::product(160, 160, 160, 2, 8), 4), "");
  EXPECT_NE(limits.too_small(CallShape::product(150, 150, 150, 2, 8), 4), "");
  EXPECT_EQ(limits.too_small_alone(CallShape::product(2000, 2000, 2000, 2, 8), 4), "");
  EXPECT_NE(limits.too_small_alone(CallShape::product(1500, 1500, 1500, 2, 8), 4), "");
  EXPECT_EQ(limits.too_small_alone(CallShape::product(1500, 1500, 1500, 8, 16), 4), "");
  EXPECT_NE(limits.too_small(CallShape::product(40000, 40000, 127, 2, 8), 4), "");
  EXPECT_NE(limits.too_small(CallShape::product(2000, 2000, 0, 2, 8), 4).find("empty"), std::string::npos);
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 4000, 4000, 2, 8);
  EXPECT_EQ(too_few_blocks(lu, block_cyclic(4000, 4000, 64, 64, 2, 2)), "");
  EXPECT_NE(too_few_blocks(lu, block_cyclic(4000, 4000, 2000, 2000, 2, 2)), "");
}

// By the time that the slowest computes: at 40 Gflop/s 2e9 operations take 50 ms.
TEST(SizeLimits, WithSpeedsAreTimesOfTheSlowest) {
  const double s = 1 / 40e9;
  const SizeLimits equal(work_limits({2, 2, 2, 2}, s)), unequal(work_limits({2, 4, 6, 12}, s)),
      slow(work_limits({1, 2, 3, 6}, 10 * s));
  EXPECT_DOUBLE_EQ(equal.large(), 2e9);
  EXPECT_DOUBLE_EQ(unequal.large(), 8e7);
  EXPECT_DOUBLE_EQ(slow.large(), 8e6);
  const auto product = [](Extent n) { return CallShape::product(n, n, n, 2, 8); };
  EXPECT_EQ(equal.too_small(product(160), 4), "");
  EXPECT_NE(equal.too_small(product(150), 4), "");
  EXPECT_EQ(unequal.too_small(product(160), 4), "");
  EXPECT_EQ(unequal.too_small(product(150), 4),
            "too small: less than 2e+06 operations per process, or a dimension below 128");
  EXPECT_EQ(slow.too_small(product(130), 4), "");
  EXPECT_EQ(unequal.too_small_alone(product(550), 4), "");
  EXPECT_EQ(unequal.too_small_alone(product(330), 4),
            "small: calls below 8e+07 operations per process are looked at after others of their kind and "
            "size have done 8e+07");
  EXPECT_NE(unequal.too_small(CallShape::product(40000, 40000, 127, 2, 8), 4), "");
}

}  // namespace
}  // namespace het
