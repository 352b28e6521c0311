#include "blacs_het/plan/learning/speed_tracker.hpp"

#include <gtest/gtest.h>

#include <random>

namespace het {
namespace {

using List = std::vector<double>;

// What a call of `seconds` on each processor shows, where a unit of work takes that processor `times`.
std::vector<Pace> call(const List& times, double seconds) {
  std::vector<Pace> all;
  for (const double t : times) all.push_back(t > 0 ? Pace::of(seconds / t, seconds) : Pace{});
  return all;
}

TEST(Pace, ShortWorkSaysLittle) {
  EXPECT_EQ(Pace::of(10, 1e-4).weight, 0);
  EXPECT_EQ(Pace::of(0, 1).weight, 0);
  EXPECT_DOUBLE_EQ(Pace::of(10, 5).seconds, 0.5);
  EXPECT_LT(Pace::of(10, 0.05).weight, 0.5);
  EXPECT_GT(Pace::of(10, 5).weight, 0.9);
}

TEST(SpeedTracker, AProcessorThatBecomesSlowIsSlowInTheNextCall) {
  SpeedTracker tracker({1, 1, 1, 1});
  ASSERT_TRUE(tracker.observe(call({1, 10, 1, 1}, 2)));
  const List& now = tracker.cycle_times();
  EXPECT_EQ(now[0], 1);
  EXPECT_EQ(now[0], now[2]);
  EXPECT_GT(now[1], 6);
  EXPECT_LT(now[1], 10.001);
}

TEST(SpeedTracker, AndItsRecoveryIsSeenToo) {
  SpeedTracker tracker({1, 10, 1, 1});
  for (int k = 0; k < 3; ++k) tracker.observe(call({1, 1, 1, 1}, 2));
  EXPECT_EQ(tracker.cycle_times(), (List{1, 1, 1, 1}));
}

// A short disturbance moves the estimate by little; two of them by more.
TEST(SpeedTracker, ShortCallsCountForLess) {
  SpeedTracker once({1, 2, 3, 6}), often({1, 2, 3, 6});
  once.observe(call({1, 4, 3, 6}, 0.02));
  EXPECT_LT(once.cycle_times()[1], 2.5);
  for (int k = 0; k < 100; ++k) often.observe(call({1, 4, 3, 6}, 0.02));
  EXPECT_NEAR(often.cycle_times()[1], 4, 0.4);
}

TEST(SpeedTracker, AllSlowerIsNobodySlower) {
  SpeedTracker tracker({1, 2, 3, 6});
  EXPECT_FALSE(tracker.observe(call({3, 6, 9, 18}, 5)));
  EXPECT_EQ(tracker.cycle_times(), (List{1, 2, 3, 6}));
}

TEST(SpeedTracker, WhoWasNotSeenKeepsItsPlaceAmongTheOthers) {
  SpeedTracker tracker({1, 2, 3, 6});
  EXPECT_FALSE(tracker.observe(call({2, 4, 6, 0}, 50)));
  EXPECT_TRUE(tracker.observe(call({2, 4, 12, 0}, 50)));
  EXPECT_NEAR(tracker.cycle_times()[3], 6, 0.1);
  EXPECT_NEAR(tracker.cycle_times()[2], 6, 0.1);
  EXPECT_FALSE(SpeedTracker({1, 2}).observe(call({5, 0}, 5))) << "one alone cannot be compared";
}

TEST(SpeedTracker, EqualProcessorsStayEqualUnderNoise) {
  SpeedTracker tracker(List(16, 1.0));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(0.93, 1.07);
  for (int turn = 0; turn < 200; ++turn) {
    List times(16);
    for (double& t : times) t = noise(random);
    ASSERT_FALSE(tracker.observe(call(times, 0.5))) << turn;
  }
}

// Two of them are as far apart as joining reaches: noise must not turn the plan over in every call.
TEST(SpeedTracker, UnequalProcessorsKeepTheirPlanUnderNoise) {
  for (const List& truth : {List{1, 1.1, 3}, List{1, 2, 3, 6}})
    for (const double seconds : {0.1, 2.0, 10.0}) {
      SpeedTracker tracker(truth);
      std::mt19937 random(1);
      std::uniform_real_distribution<double> noise(0.95, 1.05);
      int changes = 0;
      for (int turn = 0; turn < 200; ++turn) {
        List times = truth;
        for (double& t : times) t *= noise(random);
        changes += tracker.observe(call(times, seconds));
      }
      EXPECT_LE(changes, 3) << truth.size() << " processors, calls of " << seconds << " s";
    }
}

// The middle of an even number of ratios is the lower one: half of the processors becoming slow is seen as that, and
// who was not seen is as slow as it was.
TEST(SpeedTracker, HalfOfThemMayBecomeSlow) {
  SpeedTracker tracker({1, 1, 1, 1, 4});
  for (int k = 0; k < 8; ++k) tracker.observe(call({1, 2, 2, 1, 0}, 50));
  EXPECT_NEAR(tracker.cycle_times()[1], 2, 0.2);
  EXPECT_NEAR(tracker.cycle_times()[3], 1, 1e-9);
  EXPECT_NEAR(tracker.cycle_times()[4], 4, 1e-9);
  EXPECT_NEAR(tracker.fastest(), 1, 1e-9);
}

// Seconds per operation are those of the fastest; it is another one now, and slower.
TEST(SpeedTracker, KnowsTheScaleWhenTheFastestBecomesSlow) {
  SpeedTracker tracker({1, 2, 2, 2});
  for (int k = 0; k < 5; ++k) tracker.observe(call({10, 2, 2, 2}, 5));
  EXPECT_NEAR(tracker.cycle_times()[0], 5, 0.6);
  EXPECT_EQ(tracker.cycle_times()[1], 1);
  EXPECT_NEAR(tracker.fastest(), 2, 0.01);
}

// Far more than noise, in a call that is too short to count for half: the next one is nearly right.
TEST(SpeedTracker, ChangesAreBelievedSoonerThanNoise) {
  SpeedTracker noisy({1, 2, 3, 6}), changed({1, 2, 3, 6});
  noisy.observe(call({1, 2, 3, 8.4}, 0.2));
  changed.observe(call({1, 2, 3, 60}, 0.2));
  EXPECT_EQ(noisy.cycle_times()[3], 6);
  EXPECT_GT(changed.cycle_times()[3], 18);
}

}  // namespace
}  // namespace het
