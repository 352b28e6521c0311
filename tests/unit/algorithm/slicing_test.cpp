#include <gtest/gtest.h>

#include "src/kernel/sliced_gemm.hpp"

namespace het::test {
namespace {

// 1 us a column.
constexpr double flops = 1000;
Slicing with_speed() {
  Slicing slicing{.seconds = 0.001, .least = 10, .most = 400};
  slicing.seconds_per_unit = 1e-9;
  return slicing;
}

TEST(Slicing, NoSliceTakesLongerThanItShould) {
  const Slicing slicing = with_speed();
  EXPECT_EQ(slicing.slices(300, flops), 1);
  EXPECT_EQ(slicing.slices(401, flops), 2);       // the most columns of a slice
  EXPECT_EQ(slicing.slices(300, 10 * flops), 3);  // 100 columns take as long as a slice should
  EXPECT_EQ(slicing.slices(301, 10 * flops), 4);
  EXPECT_EQ(slicing.slices(95, 1000 * flops), 9);  // none with less than the least columns
  EXPECT_EQ(slicing.slices(7, 1000 * flops), 1);
}

TEST(Slicing, BeginsWithTheLeastColumns) {
  Slicing slicing = with_speed();
  slicing.seconds_per_unit = 0;
  EXPECT_EQ(slicing.slices(100, flops), 10);
}

TEST(Slicing, IsAPartOfTheStepWhereOthersWait) {
  Slicing slicing = with_speed();
  slicing.least = 100;
  slicing.step_work = 320 * flops;
  EXPECT_EQ(slicing.slices(320, flops), 1);
  slicing.awaited = true;
  EXPECT_EQ(slicing.slices(320, flops), 8);
  EXPECT_EQ(slicing.slices(100, flops), 3);  // products with less than 32 columns are slow
  slicing.step_work = 1e6 * flops;           // of a long step two milliseconds at most
  slicing.seconds = 1;
  EXPECT_EQ(slicing.slices(320, 20 * flops), 4);
}

TEST(Slicing, SlicesFollowEachOtherAndTellTheSpeed) {
  Slicing slicing{.seconds = 1, .least = 3, .most = 3};
  Extent next = 0, looks = 0;
  in_slices(
      10, flops, slicing,
      [&](Extent first, Extent columns) {
        EXPECT_EQ(first, next);
        EXPECT_GE(columns, 3);
        next = first + columns;
      },
      [&] { ++looks; });
  EXPECT_EQ(next, 10);
  EXPECT_EQ(looks, 3);
  EXPECT_GT(slicing.seconds_per_unit, 0);
}

}  // namespace
}  // namespace het::test
