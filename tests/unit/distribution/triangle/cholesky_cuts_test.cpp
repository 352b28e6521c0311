#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(InfoElements, AreEnoughForAnExtent) {
  EXPECT_EQ(info_elements_of(4), 2);
  EXPECT_EQ(info_elements_of(8), 1);
  EXPECT_EQ(info_elements_of(16), 1);
}

TEST(SentColumn, HasTheRowsOfItsRoundIfTheyAreFew) {
  EXPECT_EQ(sent_column(100, 199, 8).elements, 300);
  EXPECT_TRUE(sent_column(100, 199, 8).with_round);
  EXPECT_EQ(sent_column(101, 199, 8).elements, 200);
  EXPECT_FALSE(sent_column(101, 199, 8).with_round);
  EXPECT_EQ(sent_column(0, 0, 4).elements, 2) << "INFO alone";
}

TEST(SlotOpens, ForPanelsOfTheFirstRound) {
  EXPECT_TRUE(slot_opens(3, 4, 0, [] { return false; }));
}

TEST(SlotOpens, WhenThePanelBeforeIsNotNeededAndHasLeft) {
  const auto yes = [] { return true; };
  const auto no = [] { return false; };
  EXPECT_FALSE(slot_opens(5, 4, 1, yes));  // panel 1 is the first that is needed
  EXPECT_TRUE(slot_opens(5, 4, 2, yes));
  EXPECT_FALSE(slot_opens(5, 4, 2, no));
}

TEST(JoinsProduct, InARoundBehindAPanelOfFullWidth) {
  const std::vector<Panel> panels{{0, 64, 0}, {64, 128, 1}, {128, 160, 0}, {160, 224, 1}, {224, 288, 0}};
  EXPECT_FALSE(joins_product(panels, 0, 4, 64));
  EXPECT_TRUE(joins_product(panels, 1, 4, 64));
  EXPECT_TRUE(joins_product(panels, 2, 4, 64));
  EXPECT_FALSE(joins_product(panels, 3, 4, 64));  // behind a narrow one
  EXPECT_FALSE(joins_product(panels, 4, 4, 64));  // in the first place
}

TEST(SweepEnd, IsHalfAWindowAwayAtMost) {
  EXPECT_EQ(sweep_end(6, 8, 8), 8u);
  EXPECT_EQ(sweep_end(6, 12, 8), 10u);
  EXPECT_EQ(sweep_end(6, 12, 1), 7u);
}

// 1048 columns in panels of 64, all of them here.
Extent piece_end(Extent begin, std::size_t last, std::size_t panels, Extent near_width = 0) {
  return sweep_piece_end(begin, 1048, {last, panels, 2, near_width},
                         [](std::size_t k) { return 64 * (static_cast<Extent>(k) + 1); });
}

TEST(SweepPiece, IsAPanelThatIsNear) {
  EXPECT_EQ(piece_end(192, 3, 16), 256);
  EXPECT_EQ(piece_end(256, 3, 16), 320);
  EXPECT_EQ(piece_end(300, 3, 16), 320);
  EXPECT_EQ(piece_end(384, 3, 16), 448);
}

TEST(SweepPiece, IsOfAsManyNearPanelsAsFit) {
  EXPECT_EQ(piece_end(192, 3, 16, 127), 256);
  EXPECT_EQ(piece_end(192, 3, 16, 128), 320);
  EXPECT_EQ(piece_end(320, 3, 16, 150), 448);
  EXPECT_EQ(piece_end(384, 3, 16, 150), 448);
  EXPECT_EQ(piece_end(192, 3, 16, 1000), 448);
  EXPECT_EQ(near_piece_width(0), 0);
  EXPECT_EQ(near_piece_width(20), 160);
  EXPECT_EQ(near_piece_width(100), sweep_width);
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
  EXPECT_EQ(
      sweep_piece_end(64, 500, {1, 9, 2, 0}, [](std::size_t k) { return k < 2 ? Extent{64} : Extent{128}; }),
      128);
}

}  // namespace
}  // namespace het
