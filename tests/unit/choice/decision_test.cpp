#include "blacs_het/plan/decision/decision.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

const std::vector<double> unequal{1, 2, 3};

Ways ways_of(double reference, double in_place, double moved) {
  Ways ways;
  ways.reference = reference;
  ways.in_place.update = in_place;
  ways.moved.resize(1);
  ways.moved[0].predicted.update = moved;
  return ways;
}

constexpr Margins margins{0.9, 0.8};

TEST(Decision, AWayMustBeBelowItsPartOfTheBestOther) {
  EXPECT_EQ(decide(ways_of(10, 9.1, 8.1), margins).way, Way::forward);
  EXPECT_EQ(decide(ways_of(10, 8.9, 8.1), margins).way, Way::in_place);
  EXPECT_EQ(decide(ways_of(10, 9.1, 7.9), margins).way, Way::moved);
  // 0.8 of what is in place, not of ScaLAPACK's.
  EXPECT_EQ(decide(ways_of(10, 8, 6.5), margins).way, Way::in_place);
  EXPECT_EQ(decide(ways_of(10, 8, 6.3), margins).way, Way::moved);
  EXPECT_EQ(decide(ways_of(10, 8, 6.3), margins).seconds, 6.3);
}

TEST(Decision, PredictionsAreCorrectedByWhatWasSeen) {
  Corrections slow_move, seen;
  slow_move.set({Way::moved, 0}, {1.3, true});
  seen.set({Way::forward}, {1, true});
  seen.set({Way::in_place}, {1, true});
  EXPECT_EQ(decide(ways_of(10, 9.1, 7.9), margins, {}, slow_move).way, Way::forward);
  EXPECT_DOUBLE_EQ(decide(ways_of(10, 9.1, 5), margins, {}, slow_move).seconds, 6.5);
  // Between two ways that were seen no doubt is left but that of measuring.
  EXPECT_EQ(decide(ways_of(10, 9.7, 20), margins).way, Way::forward);
  EXPECT_EQ(decide(ways_of(10, 9.7, 20), margins, {}, seen).way, Way::in_place);
  EXPECT_EQ(decide(ways_of(10, 9.9, 20), margins, {}, seen).way, Way::forward);
}

// What is known needs no margin against what is only predicted.
TEST(Decision, WhatWasSeenIsNotLeftForWhatIsPredictedToBeSlower) {
  Corrections seen;
  seen.set({Way::moved, 0}, {2, true});
  EXPECT_EQ(decide(ways_of(10, 8.9, 4.3), margins, {}, seen).way, Way::moved);
  EXPECT_EQ(decide(ways_of(10, 8.7, 4.3), margins, {}, seen).way, Way::in_place);
}

// Candidates on one, two and three process rows.
Ways ways_on_rows(double reference, double one, double two, double three) {
  Ways ways = ways_of(reference, reference, one);
  ways.moved.resize(3);
  ways.moved[1].predicted.update = two;
  ways.moved[2].predicted.update = three;
  for (int rows = 1; rows <= 3; ++rows) ways.moved[static_cast<std::size_t>(rows) - 1].layout.p = rows;
  return ways;
}

TEST(Decision, MovesGoToTheLayoutThatIsBestOnceCorrected) {
  Corrections seen;
  seen.set({Way::moved, 1}, {2, true});
  const Ways ways = ways_on_rows(10, 4, 5, 6);
  EXPECT_EQ(decide(ways, margins).layout, 0u);
  const Decision second = decide(ways, margins, {}, seen);
  EXPECT_EQ(second.layout, 1u);
  EXPECT_EQ(second.seconds, 5);
  ASSERT_EQ(second.comparisons.size(), 2u);
  EXPECT_EQ(second.comparisons[1].layout, 1u);
  seen.set({Way::moved, 2}, {2, false});
  seen.set({Way::moved, 3}, {2, false});
  EXPECT_EQ(decide(ways, margins, {}, seen).layout, 0u) << "others are not believed to be better";
  EXPECT_EQ(decide(ways, margins, {.taken = true, .moved = true}, {}).layout, 0u);
}

// What was never seen needs a larger gain than what was.
TEST(Decision, ALayoutThatWasSeenWinsWhereABetterOneIsTooDoubtful) {
  Corrections seen;
  seen.set({Way::forward}, {1, true});
  seen.set({Way::moved, 2}, {1, true});
  const Decision decision = decide(ways_on_rows(10, 8.5, 9, 20), margins, {}, seen);
  EXPECT_EQ(decision.way, Way::moved);
  EXPECT_EQ(decision.layout, 1u);
  ASSERT_EQ(decision.comparisons.size(), 3u);
  EXPECT_FALSE(decision.comparisons[1].wins());
  EXPECT_EQ(decide(ways_on_rows(10, 8.5, 9.9, 20), margins, {}, seen).way, Way::forward);
  EXPECT_EQ(decide(ways_on_rows(10, 8.5, 9, 20), margins).way, Way::forward);
}

TEST(Decision, WhatIsSettledIsNotCompared) {
  const Ways slow = ways_of(10, 20, 30);
  EXPECT_EQ(decide(slow, margins, {.taken = true}).way, Way::in_place);
  EXPECT_EQ(decide(slow, margins, {.taken = true, .moved = true}).way, Way::moved);
  EXPECT_EQ(decide(ways_of(10, 20, 1), margins, {.stays = true}).way, Way::forward);
  EXPECT_EQ(decide(ways_of(10, 20, 1), margins, {.taken = true, .stays = true}).way, Way::in_place);
}

// A gain of a quarter is enough for cycle-times that somebody gave, and not for measured ones.
TEST(Decision, DoubtfulSpeedsAskForALargerGain) {
  const Ways ways = ways_of(10, 10, 7.5);
  for (const RoutineKind kind : all_routine_kinds) {
    EXPECT_EQ(decide(ways, margins_of(kind, false)).way, Way::moved);
    EXPECT_EQ(decide(ways, margins_of(kind, true)).way, Way::forward);
  }
}

TEST(Decision, GivenSpeedsAskForAClearGainOnly) {
  for (const RoutineKind kind : all_routine_kinds) {
    EXPECT_EQ(decide(ways_of(100, 10, 9.85), margins_of(kind, false)).way, Way::in_place);
    EXPECT_EQ(decide(ways_of(100, 10, 9.75), margins_of(kind, false)).way, Way::moved);
  }
}

TEST(Decision, WordsNameTheLimitAndWhoseItIs) {
  const Decision decision = decide(ways_of(10, 8, 7), margins);
  ASSERT_EQ(decision.comparisons.size(), 2u);
  EXPECT_EQ(comparison_words(decision.comparisons[0], "2 x 2"),
            "in place on 2 x 2: 8 s, below 9 s (90 % of ScaLAPACK's 10 s)");
  EXPECT_EQ(comparison_words(decision.comparisons[1], "1 x 4"),
            "moved to 1 x 4: 7 s, not below 6.4 s (80 % of the 8 s in place)");
  const auto settled = decide(ways_of(1, 2, 3), margins, {.taken = true, .moved = true}).comparisons;
  EXPECT_EQ(comparison_words(settled[0], "2 x 2", "HETSCALAPACK_MODE=always"),
            "in place on 2 x 2: 2 s, whatever ScaLAPACK's 1 s: HETSCALAPACK_MODE=always");
  EXPECT_EQ(comparison_words(settled[1], "1 x 4", "HETSCALAPACK_GRID=1x4"),
            "moved to 1 x 4: 3 s, whatever the 2 s in place: HETSCALAPACK_GRID=1x4");
}

// Where no layout could win none is looked for: a perfect one must be below its part of the others.
TEST(Decision, EqualProcessorsHaveNothingToGainFromAMove) {
  const CallShape shape = CallShape::product(4000, 4000, 4000, 2, 8);
  const Distribution caller = block_cyclic(4000, 4000, 64, 64, 2, 2);
  const auto gain = [&](const std::vector<double>& cycle_times, Ways& ways) {
    const Platform platform{cycle_times, 1e-10, {1e-10, 1e-6}};
    ways = predict_unmoved(platform, shape, {caller, Placement::row_major(2, 2)});
    return most_to_gain(platform, shape, ways, margins_of(shape.kind, true));
  };
  Ways equal, unequal;
  EXPECT_LT(gain({1, 1, 1, 1}, equal), 0);
  const double most = gain({1, 2, 3, 6}, unequal);
  EXPECT_NEAR(most, 0.7 * unequal.in_place.total() - 6.4 / KernelRates{}.product(192), 1e-9);
  EXPECT_TRUE(unequal.moved.empty());
  EXPECT_EQ(decide(unequal, margins).way, Way::in_place) << "the best of what is known";
}

// The worked example: nothing is comparable that was not predicted for the same call.
TEST(Decision, WaysAreThoseOfTheModel) {
  const Platform platform{{1, 2, 3, 6}, 1e-10, {1e-10, 1e-6}};
  const CallShape shape = CallShape::factorization(RoutineKind::lu, 4000, 4000, 2, 8);
  const Distribution caller = block_cyclic(4000, 4000, 64, 64, 2, 2);
  const Placement placement = Placement::row_major(2, 2);
  const Ways ways = predict_ways(platform, shape, {caller, placement});
  EXPECT_EQ(ways.panel_width, 64);
  EXPECT_GT(ways.moved.front().predicted.move_in, 0);
  EXPECT_LE(ways.moved.front().total(), ways.moved.back().total());
  EXPECT_EQ(decide(ways, margins_of(shape.kind, false)).way, Way::moved);
  const Distribution wide = block_cyclic(4000, 4000, 500, 500, 2, 2);
  EXPECT_EQ(predict_ways(platform, shape, {wide, placement}).panel_width, 128);
  const Distribution one_column = block_cyclic(4000, 4000, 64, 64, 4, 1);
  EXPECT_EQ(predict_ways(platform, shape, {one_column, Placement::row_major(4, 1)}).panel_width, 128);
}

// Short products cost ScaLAPACK, whose panels are narrow, more than our kernels; where they cost nothing extra, neither
// wins by enough.
TEST(Decision, EqualProcessesComputeInPlaceWhereShortProductsAreSlow) {
  const CallShape shape = CallShape::product(40000, 40000, 40000, 2, 8);
  const Placed caller{block_cyclic(40000, 40000, 64, 64, 2, 2), Placement::row_major(2, 2)};
  const auto way = [&](double half_speed_k) {
    Platform platform{std::vector<double>(4, 1.0), 1e-10, {1e-11, 1e-6}};
    platform.rates.half_speed_k = half_speed_k;
    platform.seconds_per_copied_byte = 1e-11;
    return decide(predict_ways(platform, shape, caller), margins_of(shape.kind, false)).way;
  };
  EXPECT_EQ(way(21), Way::in_place);
  EXPECT_EQ(way(0.1), Way::forward);
}

}  // namespace
}  // namespace het
