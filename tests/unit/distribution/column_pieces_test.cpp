#include "src/distribution/panels/column_pieces.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(ColumnPieces, AreAsWideAsTheyMayBeWhereNothingTravels) {
  EXPECT_EQ(column_pieces(0, 512, 1), 0);
  EXPECT_EQ(column_pieces(512, 512, 1), 1);
  EXPECT_EQ(column_pieces(513, 512, 1), 2);
}

TEST(ColumnPieces, AreThreeWhereWhatTravelsIsToBeHidden) {
  EXPECT_EQ(column_pieces(513, 512, 2), 3);
  EXPECT_EQ(column_pieces(384, 512, 2), 3);
  EXPECT_EQ(column_pieces(2048, 512, 2), 4);
}

TEST(ColumnPieces, AreNotThinnerThanProductsAreQuick) {
  EXPECT_EQ(column_pieces(383, 512, 2), 2);
  EXPECT_EQ(column_pieces(255, 512, 2), 1);
  EXPECT_EQ(column_pieces(1, 512, 2), 1);
  EXPECT_EQ(column_pieces(0, 512, 2), 0);
}

// Twelve process rows share the work on U in pieces of 384 columns and more.
TEST(ColumnPieces, OfLuAreWideEnoughToShareTheSolve) {
  EXPECT_EQ(narrowest_lu_piece(2), 128);
  EXPECT_EQ(narrowest_lu_piece(12), 384);
  for (Extent columns = 384; columns < 3000; ++columns)
    EXPECT_GE(columns / column_pieces(columns, 512, 8, narrowest_lu_piece(8)), 256) << columns;
}

// So that memory for the first step is enough for all.
TEST(ColumnPieces, NeverGrowInNumberWhileColumnsBecomeFewer) {
  for (Extent columns = 1; columns < 3000; ++columns)
    EXPECT_LE(column_pieces(columns - 1, 512, 3), column_pieces(columns, 512, 3)) << columns;
}

}  // namespace
}  // namespace het
