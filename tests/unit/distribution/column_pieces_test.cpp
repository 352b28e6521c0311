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

using Ends = std::vector<Extent>;

TEST(LuPieceEnds, AreThoseOfTheNextPanelAndOfEqualPieces) {
  EXPECT_EQ(lu_piece_ends(100, 64, 1164, 512, 1, 0), (Ends{164, 664, 1164}));
  EXPECT_EQ(lu_piece_ends(100, 64, 1164, 512, 2, 0), (Ends{164, 497, 830, 1164}));
  EXPECT_EQ(lu_piece_ends(100, 0, 1100, 512, 2, 0), (Ends{433, 766, 1100}));
}

TEST(LuPieceEnds, AreMoreWhereColumnsArrive) {
  EXPECT_EQ(lu_piece_ends(0, 64, 464, 512, 1, 8), (Ends{64, 114, 164, 214, 264, 314, 364, 414, 464}));
  EXPECT_EQ(lu_piece_ends(10, 0, 13, 512, 1, 8), (Ends{11, 12, 13}));
}

TEST(LuPieceEnds, AreNoneBehindTheLastColumn) {
  EXPECT_EQ(lu_piece_ends(100, 64, 164, 512, 2, 8), Ends{164});
  EXPECT_EQ(lu_piece_ends(100, 0, 100, 512, 2, 8), Ends{});
}

TEST(QrPieceEnds, AreMoreWhereColumnsArrive) {
  EXPECT_EQ(qr_piece_ends(100, 180, false), Ends{180});
  EXPECT_EQ(qr_piece_ends(100, 180, true), (Ends{110, 120, 130, 140, 150, 160, 170, 180}));
  EXPECT_EQ(qr_piece_ends(10, 13, true), (Ends{11, 12, 13}));
}

TEST(QrPieceEnds, AreNoneOfNoColumns) {
  EXPECT_EQ(qr_piece_ends(10, 10, false), Ends{});
  EXPECT_EQ(qr_piece_ends(10, 10, true), Ends{});
}

// So that memory for the first step is enough for all.
TEST(ColumnPieces, NeverGrowInNumberWhileColumnsBecomeFewer) {
  for (Extent columns = 1; columns < 3000; ++columns)
    EXPECT_LE(column_pieces(columns - 1, 512, 3), column_pieces(columns, 512, 3)) << columns;
}

}  // namespace
}  // namespace het
