#include "src/distribution/panels/reflectors/panel_group.hpp"

#include <gtest/gtest.h>

namespace het::test {
namespace {

// Panels of these widths, one after the other, on two process columns in turn.
std::vector<Panel> panels_of(const std::vector<Extent>& widths) {
  std::vector<Panel> panels;
  Extent begin = 0;
  for (const Extent width : widths) {
    panels.push_back({begin, begin + width, static_cast<int>(panels.size() % 2)});
    begin += width;
  }
  return panels;
}

std::vector<std::size_t> panels_in(const std::vector<PanelGroup>& groups) {
  std::vector<std::size_t> counts;
  for (const PanelGroup& group : groups) counts.push_back(group.panels.size());
  return counts;
}

using Counts = std::vector<std::size_t>;

TEST(PanelGroups, HoldWhatFitsTheirWidth) {
  EXPECT_EQ(panels_in(group_panels(panels_of({16, 16, 16, 16, 16}), 32, 8)), (Counts{2, 2, 1}));
  EXPECT_EQ(panels_in(group_panels(panels_of({16, 16, 16, 16, 16}), 47, 8)), (Counts{2, 2, 1}));
  // The first and the last block may be narrower.
  EXPECT_EQ(panels_in(group_panels(panels_of({5, 16, 11}), 32, 8)), (Counts{3}));
}

TEST(PanelGroups, HoldAPanelThatIsWiderThanTheyShouldBe) {
  EXPECT_EQ(panels_in(group_panels(panels_of({40, 8, 40, 8, 8}), 32, 8)), (Counts{1, 1, 1, 2}));
}

TEST(PanelGroups, HoldSoManyPanelsAtMost) {
  EXPECT_EQ(panels_in(group_panels(panels_of({1, 1, 1, 1, 1, 1, 1}), 32, 3)), (Counts{3, 3, 1}));
}

TEST(PanelGroups, AreAllPanelsInTheirOrder) {
  const auto panels = panels_of({7, 16, 16, 3, 16, 9});
  std::vector<Panel> all;
  for (const PanelGroup& group : group_panels(panels, 32, 8)) {
    EXPECT_EQ(group.first, all.size());
    EXPECT_EQ(group.begin(), panels[group.first].begin);
    EXPECT_EQ(group.width(), group.panels.back().end - group.begin());
    all.insert(all.end(), group.panels.begin(), group.panels.end());
  }
  EXPECT_EQ(all, panels);
  EXPECT_TRUE(group_panels({}, 32, 8).empty());
}

TEST(PanelGroups, AreWiderWhereShortProductsAreSlow) {
  const auto panels = panels_of(std::vector<Extent>(64, 16));
  EXPECT_EQ(groups_of(panels, 16, 0).front().width(), 16);
  EXPECT_EQ(groups_of(panels, 16, 0.6).front().width(), 16);  // less than two panels
  EXPECT_EQ(groups_of(panels, 16, 1).front().width(), 32);
  EXPECT_EQ(groups_of(panels, 16, 100).front().width(), 32);  // two panels' width at most
  EXPECT_EQ(groups_of(panels, 100, 100).front().width(), 128);
  EXPECT_TRUE(groups_of({}, 16, 1).empty());
}

// Of 90 columns a third for each panel before, unless that was the process column's own.
TEST(PanelGroups, LeaveTimeForPanelsOfOthersToCome) {
  const PanelGroup group{{{0, 8, 0}, {8, 16, 1}, {16, 24, 1}}, 0};
  EXPECT_EQ(group.rest_updated_before(0, 10, 100), 10);
  EXPECT_EQ(group.rest_updated_before(1, 10, 100), 40);
  EXPECT_EQ(group.rest_updated_before(2, 10, 100), 10);
  const PanelGroup alternating{{{0, 8, 0}, {8, 16, 1}, {16, 24, 0}}, 0};
  EXPECT_EQ(alternating.rest_updated_before(2, 10, 100), 70);
}

}  // namespace
}  // namespace het::test
