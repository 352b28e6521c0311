#include "blacs_het/plan/learning/measuring_budget.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

// Calls of a second until measuring, which takes 0.1 s, is due.
int calls_until_due(MeasuringBudget& budget, bool surprising = false) {
  for (int calls = 1; calls <= 1000; ++calls) {
    budget.count(1, false, surprising && calls == 1);
    if (budget.due() != Measured::nothing) return calls;
  }
  return -1;
}

TEST(MeasuringBudget, IsASmallPartOfWhatCallsTake) {
  MeasuringBudget budget(0.1, 0.1);
  EXPECT_EQ(calls_until_due(budget), 50);
  budget.measured(Measured::all, 0.2, false);
  EXPECT_EQ(calls_until_due(budget), 100) << "what it really took";
}

TEST(MeasuringBudget, NothingIsDueWhileCallsShowAllSpeeds) {
  MeasuringBudget budget(0.1, 0.1);
  for (int call = 0; call < 1000; ++call) {
    budget.count(1, true, true);
    ASSERT_EQ(budget.due(), Measured::nothing);
  }
  EXPECT_EQ(calls_until_due(budget), 50) << "and the surprise of then is forgotten";
}

TEST(MeasuringBudget, SurpriseBringsItForwardUntilItProvesEmpty) {
  MeasuringBudget budget(0.1, 0.1);
  EXPECT_EQ(calls_until_due(budget, true), 5);
  budget.measured(Measured::cycle_times, 0.1, false);
  EXPECT_EQ(calls_until_due(budget, true), 10);
  for (int turn = 0; turn < 5; ++turn)
    budget.measured(Measured::cycle_times, 0.1, false), calls_until_due(budget, true);
  budget.measured(Measured::cycle_times, 0.1, false);
  EXPECT_EQ(calls_until_due(budget, true), 50);
  budget.measured(Measured::cycle_times, 0.1, true);
  EXPECT_EQ(calls_until_due(budget, true), 5) << "it found something";
}

// After a surprise cycle-times alone, which take less; their cost is that of looks.
TEST(MeasuringBudget, SurpriseAsksForCycleTimesAlone) {
  MeasuringBudget budget(0.5, 0.02);
  budget.count(1, false, true);
  EXPECT_EQ(budget.due(), Measured::cycle_times);
  budget.measured(Measured::cycle_times, 0.04, true);
  EXPECT_EQ(calls_until_due(budget, true), 2) << "what they really took";
  budget.measured(Measured::cycle_times, 0.04, true);
  EXPECT_EQ(calls_until_due(budget), 250) << "and all as before";
  EXPECT_EQ(budget.due(), Measured::all);
}

TEST(MeasuringBudget, TrustInSurprisesComesBack) {
  MeasuringBudget budget(0.1, 0.1);
  for (int turn = 0; turn < 4; ++turn)
    calls_until_due(budget, true), budget.measured(Measured::all, 0.1, false);
  EXPECT_EQ(calls_until_due(budget, true), 50) << "lost";
  budget.measured(Measured::all, 0.1, false);
  for (int turn = 0; turn < 4; ++turn) calls_until_due(budget), budget.measured(Measured::all, 0.1, false);
  EXPECT_EQ(calls_until_due(budget, true), 5);
}

// Of looks at processes that looked equal, which are all that there is.
TEST(MeasuringBudget, AllCostsNoLessThanCycleTimes) {
  MeasuringBudget budget(0.02, 0.02);
  EXPECT_EQ(calls_until_due(budget), 10);
  budget.measured(Measured::cycle_times, 0.1, false);
  EXPECT_EQ(calls_until_due(budget), 50);
}

}  // namespace
}  // namespace het
