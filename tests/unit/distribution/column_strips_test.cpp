#include <gtest/gtest.h>

#include "src/distribution/column_strips.hpp"

namespace het::test {
namespace {

TEST(ColumnStrips, CoverTheColumnsEvenly) {
  for (const Extent n : {1, 63, 64, 129, 1000, 1024, 5000}) {
    const ColumnStrips strips(n);
    EXPECT_EQ(strips.begin(0), 0);
    EXPECT_EQ(strips.end(strips.count() - 1), n);
    for (Extent s = 0; s < strips.count(); ++s) {
      const Extent width = strips.end(s) - strips.begin(s);
      EXPECT_GE(width, n / strips.count());
      EXPECT_LE(width, n / strips.count() + 1);
    }
  }
  EXPECT_EQ(ColumnStrips(63).count(), 1);
  EXPECT_EQ(ColumnStrips(1000).count(), 15);
  EXPECT_EQ(ColumnStrips(5000).count(), 16);
}

TEST(ColumnStrips, TravelOneByOneWhereColumnsAlternate) {
  EXPECT_EQ(ColumnStrips(4096).at_a_time(AxisMap::block_cyclic(4096, 64, 4)), 1);
  EXPECT_EQ(ColumnStrips(4096).at_a_time(AxisMap::whole(4096)), 1);
}

// Blocks of one strip each, of which a process has half, two by two: two of three strips, but of four two as well.
TEST(ColumnStrips, TravelWithSomeOthersWhereBlocksAreCoarse) {
  const AxisMap cols(4096, 256, 256, {0, 0, 1, 2}, 3);
  EXPECT_EQ(ColumnStrips(4096).at_a_time(cols), 4);
}

TEST(ColumnStrips, TravelTogetherWhereEachProcessHasAPiece) {
  const AxisMap pieces = AxisMap::block_cyclic(4096, 1024, 4);
  // 4 strips are the whole of a process, which is no more than 9/8 of 15/16.
  EXPECT_EQ(ColumnStrips(4096).at_a_time(pieces), 15);
  EXPECT_EQ(ColumnStrips(100).at_a_time(AxisMap::block_cyclic(100, 50, 2)), 1);
}

TEST(ColumnStrips, AreHereOneAfterTheOther) {
  const ColumnStrips strips(130);
  EXPECT_EQ(strips.columns_here(0), 0);
  EXPECT_EQ(strips.columns_here(1), 65);
  EXPECT_FALSE(strips.all_here(1));
  EXPECT_EQ(strips.columns_here(2), unbounded);
  EXPECT_TRUE(strips.all_here(2));
}

TEST(StripHasRoom, WhileFewAreUnderWay) {
  const auto sends = [] { return false; };
  const auto sends_nothing = [] { return true; };
  EXPECT_TRUE(strip_has_room({2, 2}, 3, false, sends));
  EXPECT_FALSE(strip_has_room({3, 0}, 3, false, sends_nothing));
  // Of low priority two that are sent.
  EXPECT_TRUE(strip_has_room({5, 1}, 16, true, sends));
  EXPECT_FALSE(strip_has_room({5, 2}, 16, true, sends));
  EXPECT_TRUE(strip_has_room({5, 2}, 16, true, sends_nothing));
  EXPECT_FALSE(strip_has_room({16, 0}, 16, true, sends_nothing));
}

using Parts = std::vector<StripPart>;

TEST(StripsIn, AreColumnsOfATriangleFromTheDiagonalDown) {
  EXPECT_EQ(strips_in(ColumnStrips(130), 100, false), (Parts{{0, 0, 100, 65}, {0, 65, 100, 65}}));
  EXPECT_EQ(strips_in(ColumnStrips(130), 130, true), (Parts{{0, 0, 130, 65}, {65, 65, 65, 65}}));
}

// What is here is counted in strips of columns.
TEST(StripsIn, AreAsManyAsStripsOfColumns) {
  EXPECT_EQ(strips_in(ColumnStrips(0), 10, false), (Parts{{0, 0, 10, 0}}));
  EXPECT_EQ(strips_in(ColumnStrips(5000), 10, false).size(), 16u);
}

TEST(StripsBack, AreRowsAndColumnsAsTheyBecomeFinal) {
  EXPECT_EQ(strips_back(ColumnStrips(130), 130, false),
            (Parts{{0, 65, 65, 65, 65}, {0, 0, 130, 65, 65}, {65, 65, 65, 65, 130}}));
  EXPECT_EQ(strips_back(ColumnStrips(130), 100, false),
            (Parts{{0, 65, 65, 65, 65}, {0, 0, 100, 65, 65}, {65, 65, 35, 65, 100}}));
}

TEST(StripsBack, OfTriangleAreColumns) {
  EXPECT_EQ(strips_back(ColumnStrips(130), 130, true), (Parts{{0, 0, 130, 65, 65}, {65, 65, 65, 65, 130}}));
}

TEST(StripsBack, HaveElements) {
  EXPECT_EQ(strips_back(ColumnStrips(130), 40, false), (Parts{{0, 65, 40, 65, 40}, {0, 0, 40, 65, 40}}));
  EXPECT_EQ(strips_back(ColumnStrips(0), 10, false), Parts{});
}

// Each element once.
TEST(StripsBack, CoverTheMatrix) {
  for (const Extent m : {1, 63, 500, 2000})
    for (const Extent n : {1, 65, 500, 2000}) {
      Extent elements = 0;
      for (const StripPart& part : strips_back(ColumnStrips(n), m, false)) elements += part.m * part.n;
      EXPECT_EQ(elements, m * n) << m << " x " << n;
    }
}

}  // namespace
}  // namespace het::test
