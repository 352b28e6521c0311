#include "blacs_het/plan/learning/relative_speeds.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

using List = std::vector<double>;

TEST(RelativeSpeeds, WhatCannotBeToldApartGetsTheMean) {
  List times{2.2, 1, 1.1, 2};
  join_equal(times, 1.15);
  EXPECT_EQ(times, (List{2.1, 1.05, 1.05, 2.1}));
}

// 1, 1.1 and 1.2 with a ratio of 1.15: the third is beyond the first's reach, however near the second is.
TEST(RelativeSpeeds, GroupsReachFromTheirSmallest) {
  List times{1, 1.1, 1.2};
  join_equal(times, 1.15);
  EXPECT_EQ(times, (List{1.05, 1.05, 1.2}));
}

// Two of six processors within 15 % of each other look alike, and so slower or faster than they are; the others show the
// scale.
TEST(RelativeSpeeds, TheMiddleOneShowsTheScaleOfGivenOnes) {
  const List given{1, 1.15, 2.5, 2.5, 4, 4};
  List seen{3, 3.45, 7.5, 7.5, 12, 12};
  join_equal(seen, 1.16);
  ASSERT_EQ(seen[0], seen[1]);
  EXPECT_DOUBLE_EQ(scale_between(seen, given), 3);
  EXPECT_DOUBLE_EQ(scale_between({2}, {1}), 2);
}

TEST(RelativeSpeeds, TheFastestHasOne) {
  List times{4, 2, 6};
  normalise(times);
  EXPECT_EQ(times, (List{2, 1, 3}));
  EXPECT_EQ(spread(times), 3);
}

}  // namespace
}  // namespace het
