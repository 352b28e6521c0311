#include "src/distribution/panels/audience.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

Audience of(std::vector<int> owners, int processes, Extent count, const PanelRoute& route = lu_route) {
  const auto blocks = static_cast<Extent>(owners.size());
  const AxisMap cols(4 * blocks, 4, 4, std::move(owners), processes);
  return {cols, cut_panels(cols, count, 4), route};
}

TEST(Audience, ProcessColumnsTakePartAsFarAsTheirLastColumn) {
  const Audience audience = of({0, 0, 1, 1, 2, 0, 0}, 3, 28);
  EXPECT_EQ(audience.panels(0), 7u);
  EXPECT_EQ(audience.panels(1), 4u);
  EXPECT_EQ(audience.panels(2), 5u);
  EXPECT_EQ(audience.common(), 4u);
  EXPECT_EQ(audience.columns(3), (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(audience.columns(4), (std::vector<int>{2, 0}));
  EXPECT_EQ(audience.columns(6), std::vector<int>{0});
}

// The last two blocks are behind the panels: those who have them need all.
TEST(Audience, ColumnsBehindThePanelsNeedAllOfThem) {
  const Audience audience = of({0, 1, 2, 2, 1}, 3, 12);
  EXPECT_EQ(audience.panels(0), 1u);
  EXPECT_EQ(audience.panels(1), 3u);
  EXPECT_EQ(audience.panels(2), 3u);
  EXPECT_EQ(audience.columns(2), (std::vector<int>{2, 1}));
}

TEST(Audience, ThoseWhoHaveNotTakenPartHearTheRestFromTheLastOwner) {
  EXPECT_EQ(of({0, 0, 1, 1, 2, 0, 0}, 3, 28).rest(), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(of({0, 1, 2, 2, 1}, 3, 12).rest(), (std::vector<int>{2, 0}));
  EXPECT_TRUE(of({0, 1, 1, 0}, 2, 8).rest().empty());
  EXPECT_TRUE(of({0, 1}, 2, 0).rest().empty());
}

TEST(Audience, CholeskysPanelsGoToAll) {
  const Audience audience = of({0, 0, 1, 1, 2, 0, 0}, 3, 28, cholesky_route);
  EXPECT_EQ(audience.panels(1), 7u);
  EXPECT_EQ(audience.columns(6), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(audience.ring(1), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(audience.ring(3), (std::vector<int>{1, 2, 0}));
  EXPECT_TRUE(audience.rest().empty());
}

TEST(Audience, WithoutColumnsOrPanelsThereIsNothingToHear) {
  EXPECT_EQ(of({0, 0, 1}, 3, 12).panels(2), 0u);
  EXPECT_EQ(of({0, 0, 1}, 3, 12).common(), 0u);
  EXPECT_EQ(of({0, 1}, 2, 0).common(), 0u);
}

}  // namespace
}  // namespace het
