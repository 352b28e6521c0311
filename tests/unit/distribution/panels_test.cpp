#include <gtest/gtest.h>

#include "src/distribution/panels/panel.hpp"

namespace het {
namespace {

TEST(Panels, WorkedExample) {
  const AxisMap cols(256, 64, 64, {0, 0, 1, 0}, 2);
  EXPECT_EQ(cut_panels(cols, 256, 96),
            (std::vector<Panel>{{0, 64, 0}, {64, 128, 0}, {128, 192, 1}, {192, 256, 0}}));
  EXPECT_EQ(cut_panels(cols, 256, 128), (std::vector<Panel>{{0, 128, 0}, {128, 192, 1}, {192, 256, 0}}));
}

TEST(Panels, CoverTheColumnsOnceEachOnOneProcessColumnAndNotWider) {
  for (const Extent width : {1, 3, 7, 64})
    for (const Extent count : {0, 1, 22, 50})
      for (const AxisMap& cols : {AxisMap(50, 4, 2, {0, 1, 2, 1}, 3), AxisMap(50, 5, 9, {2, 0, 0}, 3),
                                  AxisMap::block_cyclic(50, 50, 3)}) {
        Extent next = 0;
        for (const Panel& panel : cut_panels(cols, count, width)) {
          EXPECT_EQ(panel.begin, next);
          EXPECT_GT(panel.width(), 0);
          EXPECT_LE(panel.width(), width);
          for (Extent j = panel.begin; j < panel.end; ++j)
            EXPECT_EQ(cols.owner(GlobalIndex(j)), ProcessCoord(panel.col));
          next = panel.end;
        }
        EXPECT_EQ(next, count);
      }
}

}  // namespace
}  // namespace het
