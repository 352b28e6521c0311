#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(InfoElements, AreEnoughForAnExtent) {
  EXPECT_EQ(info_elements_of(4), 2);
  EXPECT_EQ(info_elements_of(8), 1);
  EXPECT_EQ(info_elements_of(16), 1);
}

// 1048 columns in panels of 64, all of them here.
Extent piece_end(Extent begin, std::size_t last, std::size_t panels) {
  return sweep_piece_end(begin, 1048, last, panels, 2,
                         [](std::size_t k) { return 64 * (static_cast<Extent>(k) + 1); });
}

TEST(SweepPiece, IsAPanelThatIsNear) {
  EXPECT_EQ(piece_end(192, 3, 16), 256);
  EXPECT_EQ(piece_end(256, 3, 16), 320);
  EXPECT_EQ(piece_end(300, 3, 16), 320);
  EXPECT_EQ(piece_end(384, 3, 16), 448);
}

TEST(SweepPiece, BehindNearPanelsIsAboutAWidth) {
  EXPECT_EQ(piece_end(448, 3, 16), 748);
  EXPECT_EQ(piece_end(748, 3, 16), 1048);
  EXPECT_EQ(piece_end(1000, 3, 16), 1048);
}

TEST(SweepPiece, IsOfNoPanelBehindTheLast) {
  EXPECT_EQ(piece_end(256, 3, 5), 320);
  EXPECT_EQ(piece_end(320, 3, 5), 684);
}

// The second of the near panels is the first that has columns here.
TEST(SweepPiece, PassesOverPanelsOfOthers) {
  EXPECT_EQ(sweep_piece_end(64, 500, 1, 9, 2, [](std::size_t k) { return k < 2 ? Extent{64} : Extent{128}; }),
            128);
}

}  // namespace
}  // namespace het
