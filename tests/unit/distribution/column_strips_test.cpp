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

}  // namespace
}  // namespace het::test
