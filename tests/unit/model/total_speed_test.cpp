#include "src/model/total_speed.hpp"

#include <gtest/gtest.h>

#include <array>

namespace het {
namespace {

TEST(TotalSpeed, IsTheSumOfTheSpeeds) {
  EXPECT_EQ(total_speed(std::array{1.0, 2.0, 4.0, 8.0}), 1.875);
  EXPECT_EQ(total_speed({}), 0);
}

// Ranks 1 and 3 have no place on it.
TEST(TotalSpeed, OfAGridIsThatOfTheRanksOnIt) {
  EXPECT_EQ(total_speed(Platform{{1, 2, 4, 8}}, Placement{{{0, 1}, {}, {0, 0}, {}}}), 1.25);
}

}  // namespace
}  // namespace het
