#include "src/distribution/panels/column_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

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

// Of all steps, in which columns behind the next panel's become fewer: in the first they may be on their way, and that panel
// is on this process or is not.
TEST(LuPieceWidths, AreThoseOfTheWidestPiecesOfAllSteps) {
  constexpr Extent panel = 64;
  for (const Extent arriving : {0, 8})
    for (int p = 1; p <= 8; ++p) {
      std::vector<Extent> widest;
      const auto add = [&](const Ends& ends) {
        widest.resize(std::max(widest.size(), ends.size()));
        for (std::size_t i = 0; i < ends.size(); ++i)
          widest[i] = std::max(widest[i], ends[i] - (i == 0 ? 0 : ends[i - 1]));
      };
      for (Extent columns = 1; columns <= 2000; ++columns) {
        for (const Extent next : {Extent{0}, std::min(panel, columns)})
          for (const Extent now : {Extent{0}, arriving})
            add(lu_piece_ends(0, next, next + columns, 512, p, now));
        const auto widths = lu_piece_widths(columns, panel, 512, p, arriving);
        ASSERT_EQ(widths.size(), widest.size()) << columns << " on " << p;
        for (std::size_t i = 0; i < widest.size(); ++i) {
          EXPECT_GE(widths[i], widest[i]) << columns << " on " << p << ", piece " << i;
          EXPECT_LE(widths[i], widest[i] + 1) << columns << " on " << p << ", piece " << i;
        }
      }
    }
}

// Lu's memory: 5 w elements for each of these columns in both of its exchanges, w on one process row.
TEST(LuPieceWidths, AddUpToLittleMoreThanTheColumns) {
  const auto sum = [](Extent columns, int p, Extent arriving) {
    const auto widths = lu_piece_widths(columns, 128, widest_piece, p, arriving);
    return std::accumulate(widths.begin(), widths.end(), Extent{0});
  };
  for (Extent columns = 1; columns <= 2000; ++columns) {
    for (int p = 1; p <= 8; ++p) EXPECT_LE(sum(columns, p, 1), columns + 1024) << columns << " on " << p;
    EXPECT_LE(sum(columns, 1, 1) + sum(columns, 1, first_pieces), 2 * (columns + 1600)) << columns;
  }
}

TEST(LuPieceWidths, KnowThatFewerColumnsMayBeFewerAndWiderPieces) {
  // 255 columns are one piece, and 256 are two of 128.
  EXPECT_EQ(lu_piece_widths(256, 64, 512, 2, 0), (std::vector<Extent>{255, 255, 128}));
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
