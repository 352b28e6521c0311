#include "blacs_het/plan/decision/measuring.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

TEST(Measuring, WaitsForALargeCallOrMuchWorkOrASecond) {
  EXPECT_EQ(when_to_measure({.operations = 5e9, .operations_before = 1e10, .seconds_before = 0.5}),
            Measuring::too_early);
  EXPECT_EQ(when_to_measure({.operations = 9e9}), Measuring::unless_equal);
  EXPECT_EQ(when_to_measure({.operations = 5e9, .operations_before = 1.6e10}), Measuring::unless_equal);
  EXPECT_EQ(when_to_measure({.operations = 5e9, .seconds_before = 1.5}), Measuring::unless_equal);
}

TEST(Measuring, ForSmallCallsGoesBySecondsAlone) {
  const auto small = [](double operations, double seconds) {
    return when_to_measure(
        {.operations = operations, .large = false, .operations_before = 1e12, .seconds_before = seconds});
  };
  EXPECT_EQ(small(2e8, 0.9), Measuring::too_early_for_small);
  EXPECT_EQ(small(2e8, 1.1), Measuring::unless_equal);
  EXPECT_EQ(small(9e7, 4.9), Measuring::too_early_for_small);
  EXPECT_EQ(small(9e7, 5.1), Measuring::unless_equal);
}

TEST(Measuring, OfGivenCycleTimesIsLinksAndKernelsAlone) {
  EXPECT_EQ(when_to_measure({.operations = 5e9, .given = true}), Measuring::now);
  EXPECT_EQ(when_to_measure({.operations = 2e8, .large = false, .given = true}),
            Measuring::too_early_for_small);
}

TEST(Measuring, OfProcessesThatLookEqualWaitsUntilItIsAHundredthOfAllCalls) {
  EXPECT_EQ(when_to_measure({.operations = 9e9, .seconds_before = 39, .look_equal = true}), Measuring::equal);
  EXPECT_EQ(when_to_measure({.operations = 9e9, .seconds_before = 41, .look_equal = true}), Measuring::now);
  EXPECT_EQ(when_to_measure({.operations = 2e6, .large = false, .seconds_before = 41}), Measuring::now);
  EXPECT_EQ(when_to_measure({.operations = 9e11, .look_equal = true}), Measuring::now) << "it takes longer";
}

TEST(Measuring, LooksAgainAtProcessesThatLookedEqual) {
  EXPECT_EQ(when_to_measure({.operations = 9e9, .seconds_before = 9, .look_equal = true, .look_again = true}),
            Measuring::unless_still_equal);
  EXPECT_EQ(when_to_measure({.operations = 9e9, .seconds_before = 9, .look_again = true}),
            Measuring::unless_equal)
      << "it is the first time";
  EXPECT_EQ(when_to_measure({.operations = 2e8, .large = false, .seconds_before = 0.5, .look_again = true}),
            Measuring::too_early_for_small);
}

}  // namespace
}  // namespace het
