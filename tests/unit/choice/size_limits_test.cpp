#include "blacs_het/plan/decision/size_limits.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(SizeLimits, SmallCallsAreLeftAlone) {
  const SizeLimits limits;
  EXPECT_EQ(limits.too_small(CallShape::product(600, 600, 600, 2, 8), 4), "");
  EXPECT_NE(limits.too_small(CallShape::product(500, 500, 500, 2, 8), 4), "");
  EXPECT_EQ(limits.too_small_alone(CallShape::product(2000, 2000, 2000, 2, 8), 4), "");
  EXPECT_NE(limits.too_small_alone(CallShape::product(1500, 1500, 1500, 2, 8), 4), "");
  EXPECT_EQ(limits.too_small_alone(CallShape::product(1500, 1500, 1500, 8, 16), 4), "");
  EXPECT_NE(limits.too_small(CallShape::product(40000, 40000, 127, 2, 8), 4), "");
  EXPECT_NE(limits.too_small(CallShape::product(2000, 2000, 0, 2, 8), 4).find("empty"), std::string::npos);
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 4000, 4000, 2, 8);
  EXPECT_EQ(too_few_blocks(lu, block_cyclic(4000, 4000, 64, 64, 2, 2)), "");
  EXPECT_NE(too_few_blocks(lu, block_cyclic(4000, 4000, 2000, 2000, 2, 2)), "");
  EXPECT_NE(too_early(5e9, 1e10, 0.5), "");
  EXPECT_EQ(too_early(9e9, 0, 0), "");
  EXPECT_EQ(too_early(5e9, 1.6e10, 0), "");
  EXPECT_EQ(too_early(5e9, 0, 1.5), "");
}

// A process six times slower takes as long for a sixth.
TEST(SizeLimits, OfUnequalProcessesSmallerCallsAreLookedAt) {
  const SizeLimits unknown, equal({2, 2, 2, 2}), unequal({2, 4, 6, 12});
  const CallShape small = CallShape::product(330, 330, 330, 2, 8),
                  medium = CallShape::product(560, 560, 560, 2, 8);
  EXPECT_EQ(equal.large(), unknown.large());
  EXPECT_EQ(equal.too_small(small, 4), unknown.too_small(small, 4));
  EXPECT_NE(unknown.too_small(small, 4), "");
  EXPECT_EQ(unequal.too_small(small, 4), "");
  EXPECT_NE(unequal.too_small_alone(small, 4), "");
  EXPECT_EQ(unequal.too_small_alone(medium, 4), "");
  EXPECT_NE(unequal.too_small(CallShape::product(40000, 40000, 127, 2, 8), 4), "");
  EXPECT_EQ(unequal.too_small(CallShape::product(200, 200, 200, 2, 8), 4),
            "too small: less than 1.7e+07 operations per process, or a dimension below 128");
}

}  // namespace
}  // namespace het
