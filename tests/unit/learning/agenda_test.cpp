#include "blacs_het/plan/learning/agenda.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

constexpr double large = 2e9;
constexpr int processes = 4;
CallShape product(Extent n) { return CallShape::product(n, n, n, 2, 8); }
const CallShape small = product(1000);  // 5e8 operations of each process

// Of calls that pass, how many before one is looked at.
int passes_before_a_look(Agenda& agenda, const CallShape& shape) {
  int calls = 0;
  for (; !agenda.is_due(shape, processes) && calls < 1000; ++calls)
    agenda.count_passed(shape, processes, 0.1);
  return calls;
}

TEST(Agenda, LargeCallsAreLookedAtAtOnceAndSmallOnesWhenTogetherTheyAreLarge) {
  Agenda agenda(large);
  EXPECT_TRUE(agenda.is_due(product(1600), processes));
  EXPECT_EQ(passes_before_a_look(agenda, small), 4);
  EXPECT_DOUBLE_EQ(agenda.passed(small).operations, 2e9);
  EXPECT_DOUBLE_EQ(agenda.passed(small).seconds, 0.4);
}

TEST(Agenda, TheFirstLookMayComeBeforeAsMuchAsALargeCall) {
  Agenda agenda(large, 1e9);
  EXPECT_EQ(passes_before_a_look(agenda, small), 2);
  EXPECT_FALSE(agenda.is_large(small, processes));
  agenda.put_off(small, 3e9);
  EXPECT_EQ(passes_before_a_look(agenda, small), 6) << "as long as was said then";
  Agenda told(large, 1e9);
  told.count_passed(small, processes, 0.1);
  told.set_large(precision_of<double>, 5e8);
  EXPECT_TRUE(told.is_due(small, processes)) << "never later than as much as a large call";
}

TEST(Agenda, WhatIsLargeMayChange) {
  Agenda agenda(large);
  agenda.count_passed(small, processes, 0.1);
  EXPECT_FALSE(agenda.is_due(small, processes));
  agenda.set_large(precision_of<double>, 4e8);
  EXPECT_TRUE(agenda.is_due(small, processes));
  EXPECT_TRUE(agenda.is_large(small, processes));
  EXPECT_FALSE(agenda.is_large(CallShape::product(1000, 1000, 1000, 2, 4), processes)) << "another precision";
}

TEST(Agenda, AClassWithoutALookWaitsForWhatIsLargeNow) {
  Agenda agenda(large);
  agenda.count_passed(small, processes, 0.1);
  agenda.set_large(precision_of<double>, 8e8);
  EXPECT_EQ(passes_before_a_look(agenda, small), 1);
}

TEST(Agenda, ClassesCountByThemselves) {
  Agenda agenda(large);
  EXPECT_EQ(passes_before_a_look(agenda, small), 4);
  EXPECT_FALSE(agenda.is_due(product(700), processes)) << "another half octave";
  EXPECT_FALSE(agenda.is_due(CallShape::product(1000, 1000, 1000, 2, 4), processes)) << "another type";
  EXPECT_FALSE(agenda.is_due(CallShape::factorization(RoutineKind::lu, 1000, 1000, 2, 8), processes));
  EXPECT_EQ(agenda.all().calls, 4);
  EXPECT_EQ(passes_before_a_look(agenda, product(1024)), 4);
  EXPECT_TRUE(agenda.is_due(product(1200), processes)) << "one half octave";
}

TEST(Agenda, PassesAsLongAsItIsPutOff) {
  Agenda agenda(large);
  passes_before_a_look(agenda, small);
  agenda.put_off(small, 5e9);
  EXPECT_EQ(agenda.passed(small).calls, 0);
  EXPECT_EQ(passes_before_a_look(agenda, small), 10);
  agenda.put_off(small, 0);
  EXPECT_TRUE(agenda.is_due(small, processes)) << "each of them";
  const double seconds = agenda.all().seconds;
  agenda.count_looked_at(small, processes, 2);
  EXPECT_DOUBLE_EQ(agenda.all().seconds, seconds + 2);
  EXPECT_TRUE(agenda.is_due(small, processes));
  EXPECT_DOUBLE_EQ(agenda.all().operations, 15 * 5e8);
}

// A process that becomes slow makes calls longer than those of their class were.
TEST(Agenda, TellsHowMuchLongerCallsTakeThanTheyUsedTo) {
  Agenda agenda(large);
  agenda.count_passed(small, processes, 0.1);
  agenda.count_looked_at(product(1600), processes, 9);
  EXPECT_EQ(agenda.latest().usual, 0) << "the first of each class";
  agenda.count_passed(small, processes, 0.3);
  agenda.count_looked_at(product(1600), processes, 9);
  EXPECT_DOUBLE_EQ(agenda.latest().seconds, 9.3);
  EXPECT_DOUBLE_EQ(agenda.latest().usual, 9.1);
  agenda.forget_latest();
  EXPECT_EQ(agenda.latest().seconds, 0);
  EXPECT_EQ(agenda.latest().usual, 0);

  agenda.put_off(small, 5e9);
  for (int call = 0; call < 8; ++call) agenda.count_passed(small, processes, 0.3);
  agenda.forget_latest();
  agenda.count_looked_at(small, processes, 0.3);
  EXPECT_NEAR(agenda.latest().usual, 0.3, 0.005) << "it is usual now";
  for (int call = 0; call < 999; ++call) agenda.count_passed(small, processes, call == 500 ? 0.9 : 0.3);
  EXPECT_LT(agenda.latest().seconds, 1.01 * agenda.latest().usual) << "one of a thousand";
}

TEST(Agenda, DoesNotGrowForEver) {
  Agenda agenda(large);
  const CallShape first = product(1);
  agenda.put_off(first, 0);
  ASSERT_TRUE(agenda.is_due(first, 1));
  for (Extent m = 1; m < Extent{1} << 30; m *= 2)
    for (Extent n = 1; n < Extent{1} << 30; n *= 2)
      for (Extent k = 2; k < 128; k *= 2) agenda.count_passed(CallShape::product(m, n, k, 2, 8), 1, 0);
  EXPECT_FALSE(agenda.is_due(first, 1)) << "it was forgotten";
}

}  // namespace
}  // namespace het
