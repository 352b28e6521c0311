// What is no candidate for lack of memory, and when it is one again.
#include <gtest/gtest.h>

#include "blacs_het/grid/decisions.hpp"

namespace het {
namespace {

LayoutCandidate on_rows(int p) {
  LayoutCandidate candidate;
  candidate.layout.p = p;
  return candidate;
}

KnownWays with_layouts_on(std::initializer_list<int> rows) {
  KnownWays known;
  known.ranked = true;
  known.ways.emplace();
  for (const int p : rows) known.ways->moved.push_back(on_rows(p));
  return known;
}

TEST(KnownWays, AMoveIsRefusedOnceNoLayoutIsLeft) {
  KnownWays known = with_layouts_on({1, 2});
  EXPECT_FALSE(known.is_refused(Way::moved));
  known.refuse({Way::moved, 2}, 100);
  EXPECT_FALSE(known.is_refused(Way::moved)) << "one row may need less";
  EXPECT_EQ(known.ways->moved.size(), 1U);
  known.refuse({Way::moved, 1}, 100);
  EXPECT_TRUE(known.is_refused(Way::moved));
  EXPECT_FALSE(known.is_refused(Way::in_place));
}

TEST(KnownWays, ARefusalIsForgottenWhereThereIsClearlyMoreMemory) {
  KnownWays known = with_layouts_on({2});
  known.refuse({Way::moved, 2}, 100);
  EXPECT_FALSE(known.forgive(124));
  EXPECT_TRUE(known.is_refused(Way::moved));
  EXPECT_TRUE(known.ranked);
  EXPECT_TRUE(known.forgive(125));
  EXPECT_FALSE(known.is_refused(Way::moved));
  EXPECT_FALSE(known.ranked) << "to be ranked with those that were refused";
  EXPECT_FALSE(known.forgive(1000)) << "there was none any more";
}

TEST(KnownWays, TheLargestBudgetThatWasTooLittleCounts) {
  KnownWays known = with_layouts_on({1, 2});
  known.refuse({Way::moved, 2}, 200);
  known.refuse({Way::moved, 1}, 100);
  EXPECT_FALSE(known.forgive(200));
  EXPECT_TRUE(known.forgive(250));
}

TEST(KnownWays, InPlaceIsForgivenByItself) {
  KnownWays known = with_layouts_on({1});
  known.refuse({Way::in_place}, 100);
  known.refuse({Way::moved, 1}, 1000);
  EXPECT_TRUE(known.forgive(200));
  EXPECT_FALSE(known.is_refused(Way::in_place));
  EXPECT_TRUE(known.is_refused(Way::moved));
  EXPECT_TRUE(known.ranked);
}

// Of a process that could allocate nothing at all.
TEST(KnownWays, NoBudgetAtAllIsARefusalToo) {
  KnownWays known;
  known.refuse({Way::in_place}, 0);
  EXPECT_TRUE(known.is_refused(Way::in_place));
  EXPECT_FALSE(known.forgive(0));
  EXPECT_TRUE(known.forgive(2));
}

}  // namespace
}  // namespace het
