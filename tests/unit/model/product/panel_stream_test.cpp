#include "src/model/product/streamed_seconds.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(PanelStream, NothingIsMultipliedBeforeItHasCome) {
  EXPECT_DOUBLE_EQ(streamed_seconds({.width = 1, .steps = 2, .depth = 6}, {1, 1, 1, {1}}), 3);
  EXPECT_DOUBLE_EQ(streamed_seconds({.width = 1, .steps = 1, .depth = 2}, {5, 2, 3, {3}}), 8);
}

TEST(PanelStream, HidesWhatIsQuickerThanTheProducts) {
  // All but the first panel, while one is multiplied.
  for (const Extent steps : {4, 40})
    EXPECT_NEAR(streamed_seconds({192, steps, 6}, {1, 0.3, 0.3, {0.3}}), 0.3 + static_cast<double>(steps),
                1e-12);
}

TEST(PanelStream, WaitsForTheLinkWhereThatIsSlower) {
  // The link never rests after the first panel, and some of the last ones come close together.
  const double seconds = streamed_seconds({192, 100, 6}, {0.8, 1, 1, {1}});
  EXPECT_GT(seconds, 100 + 0.8);
  EXPECT_LT(seconds, 100 + 6 * 0.8);
}

TEST(PanelStream, PanelsThatStartTogetherComeTogether) {
  // Panel 0 comes at 1, panel 1 at 2; the two that start then share the link until 4 and are multiplied one after the
  // other: a link that took one at a time would let the first of them be multiplied from 3 on.
  EXPECT_DOUBLE_EQ(streamed_seconds({192, 4, 6}, {1, 1, 1, {1}}), 6);
}

TEST(PanelStream, AFewOwnersLinksAreUsedInTurn) {
  // Alone a panel takes thrice its share; three at a time keep all links busy.
  const double alone = streamed_seconds({192, 1, 2}, {0, 1, 3, {3}}),
               many = streamed_seconds({192, 90, 6}, {0, 1, 3, {3}});
  EXPECT_DOUBLE_EQ(alone, 3);
  EXPECT_NEAR(many / 90, 1, 0.1);
}

TEST(PanelStream, PanelsAreCutAsMemoryPermits) {
  const auto shape = panel_stream_shape({}, 1000, {}, 8000);
  EXPECT_EQ(shape.steps, 6);
  EXPECT_EQ(shape.width, 167);
  EXPECT_EQ(shape.depth, 6);
  EXPECT_EQ(panel_stream_shape({}, 100000, {}, Extent{1} << 20).width, 21) << "64 MB hold three of them";
  EXPECT_EQ(panel_stream_shape({}, 0, {}, 1).steps, 1);
}

TEST(PanelStream, WidePanelsBeginWithANarrowOne) {
  // What lies in place is multiplied at once: up to three times 192 columns, 192 of them first.
  const Extent k = 1000;
  const auto shape = panel_stream_shape({}, k, {3, 192}, 8000);
  EXPECT_EQ(shape.steps, 3);
  EXPECT_EQ(shape.length(0), 192);
  EXPECT_EQ(shape.begin(1), 192);
  EXPECT_EQ(shape.length(1), 404);
  EXPECT_EQ(shape.length(2), 404);
  for (const Extent few : {0, 1, 192, 250, 384}) {
    const auto one = panel_stream_shape({}, few, {3, 192}, 8000);
    EXPECT_EQ(one.steps, 1) << few;
    EXPECT_EQ(one.length(0), few);
  }
}

TEST(PanelStream, TheFirstPanelIsAsNarrowAsTheSecondOnePermits) {
  // 576 columns come in .1 of the time in which they are multiplied.
  EXPECT_EQ(narrow_first_panel({1, 0.1, 0.1, {0.1}}, 576), 64);
  EXPECT_EQ(narrow_first_panel({1, 1e-4, 1e-4, {1e-4}}, 576), 16) << "thinner ones are multiplied slowly";
  EXPECT_EQ(narrow_first_panel({1, 2, 2, {2}}, 576), 576) << "the link never rests";
  const auto shape = panel_stream_shape({.first = 64}, 1000, {3, 192}, 8000);
  EXPECT_EQ(shape.length(0), 64);
  EXPECT_EQ(shape.length(1), 468);
  EXPECT_EQ(panel_stream_shape({.first = 300}, 1000, {3, 192}, 8000).length(0), 192) << "a third";
  EXPECT_EQ(panel_stream_shape({.first = 64}, 1000, {2, 128}, 8000).length(0), 334) << "of two owners, none";
}

TEST(PanelStream, PanelsAreWholeRoundsWhereTheseAreLittleWider) {
  // 3808 after the first panel are 7 of 544, or 6 of 576 and a rest; 808 are 2 of 404, far from 576.
  const auto whole = panel_stream_shape({}, 4000, {3, 192}, 8000);
  EXPECT_EQ(whole.width, 576);
  EXPECT_EQ(whole.begin(1), 192);
  EXPECT_EQ(whole.steps, 8);
  EXPECT_EQ(whole.length(7), 4000 - 192 - 6 * 576);
  EXPECT_EQ(panel_stream_shape({}, 1000, {3, 192}, 8000).width, 404);
  EXPECT_EQ(panel_stream_shape({}, 4000, {3, 600}, 8000).width, 544) << "rounds wider than panels may be";
  // Whole rounds would leave 48 of 11 panels, or 8 of 14.
  EXPECT_EQ(panel_stream_shape({}, 6000, {3, 192}, 8000).width, 528);
  EXPECT_EQ(panel_stream_shape({}, 5000, {2, 128}, 8000).width, 358);
}

TEST(PanelStream, AllPanelsTogetherAreTheInnerDimension) {
  for (const Extent pieces : {1, 2, 3, 9})
    for (const Extent k : {1, 63, 64, 385, 577, 1000, 12345}) {
      const auto shape = panel_stream_shape({}, k, {pieces, 64 * pieces}, Extent{k % 5} << 15);
      Extent sum = 0;
      for (Extent s = 0; s < shape.steps; ++s) {
        EXPECT_EQ(shape.begin(s), sum);
        EXPECT_GT(shape.length(s), 0);
        EXPECT_LE(shape.length(s), shape.width);
        sum += shape.length(s);
      }
      EXPECT_EQ(sum, k) << pieces;
    }
}

TEST(PanelStream, ANarrowFirstPanelIsWaitedForLess) {
  // A quarter of a panel comes at .25 and is multiplied until .5; the others come at 1.25 and 2.25.
  EXPECT_DOUBLE_EQ(streamed_seconds({.width = 4, .steps = 3, .depth = 2, .less_at_first = 3}, {1, 1, 1, {1}}),
                   3.25);
}

}  // namespace
}  // namespace het
