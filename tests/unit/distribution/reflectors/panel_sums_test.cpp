#include "src/distribution/panels/reflectors/panel_sums.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(ColumnElements, AreTwoForEachOtherColumnAndThree) {
  EXPECT_EQ(column_elements(0), 3);
  EXPECT_EQ(column_elements(7), 17);
}

TEST(ReflectorSum, WorkedExample) {
  EXPECT_EQ(reflector_sum(16, 16, 32, 48), (ReflectorSum{24, 256, 256}));
  EXPECT_EQ(reflector_sum(16, 16, 32, 48).elements(), 512);
}

// Behind the last leaf, which may be a thin one, no columns are left.
TEST(ReflectorSum, OfTheLastLeafIsThatForTAlone) {
  EXPECT_EQ(reflector_sum(16, 40, 48, 48), (ReflectorSum{40, 48 * 8, 0}));
  EXPECT_EQ(reflector_sum(0, 8, 11, 11), (ReflectorSum{8, 11 * 3, 0}));
  EXPECT_EQ(reflector_sum(5, 5, 6, 6), (ReflectorSum{5, 6, 0}));
}

// Leaves are counted from the panel's begin, as right_half() makes them.
TEST(ReflectorSum, EndsWithALeafOfThePanel) {
  for (const Extent panel : {0, 3, 16})
    for (Extent width = 9; width < 70; ++width) {
      const Extent middle = right_half(panel, panel + width);
      EXPECT_EQ(reflector_sum(panel, panel, middle, panel + width).leaf, middle - leaf_width) << width;
    }
}

Extent elements_of_sums(Extent begin, Extent end, Extent last) {
  const Extent middle = right_half(begin, end);
  if (middle == end) return end == last ? reflector_sum(0, begin, end, end).elements() : 0;
  return elements_of_sums(begin, middle, last) + reflector_sum(0, begin, middle, end).elements() +
         elements_of_sums(middle, end, last);
}

// Each pair of columns is in two elements: of V^H V and A^H V, or twice of the former in one leaf.
TEST(ReflectorSum, OfAllLeavesHasTheSquareOfThePanelsWidth) {
  for (Extent width = 1; width < 140; ++width) EXPECT_EQ(elements_of_sums(0, width, width), width * width);
}

TEST(SummedRows, AreEqualPartsOfAll) {
  EXPECT_EQ(summed_begin(10, 1, 3), 3);
  EXPECT_EQ(summed_rows(10, 0, 3), 3);
  EXPECT_EQ(summed_rows(10, 2, 3), 4);
  EXPECT_EQ(summed_rows(2, 0, 3), 0);
  EXPECT_EQ(summed_rows(10, 0, 1), 10);
}

}  // namespace
}  // namespace het
