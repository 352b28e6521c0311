// What is no candidate for lack of memory, and when it is one again.
#include <gtest/gtest.h>

#include <string>

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

TEST(KnownWays, HowProductsAreCutIsNotKeptForAnotherLayoutOfTheSameNumber) {
  KnownWays known = with_layouts_on({2, 1});
  known.streams[{Way::moved, 0}] = {};
  known.refuse({Way::moved, 2}, 100);
  EXPECT_EQ(known.ways->moved.front().layout.p, 1);
  EXPECT_FALSE(known.streams.contains({Way::moved, 0}));
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

// A program with ever new sizes asks for more than are kept.
class ManyWays : public testing::Test {
 protected:
  void ask(int first, int last) {
    for (int key = first; key < last; ++key) decisions_.ways(std::to_string(key)).ranked = true;
  }
  bool known(int key) { return decisions_.ways(std::to_string(key)).ranked; }

  const Communicator none_{};
  Decisions decisions_{none_, true};
};

TEST_F(ManyWays, TheOneLongestNotAskedForIsForgotten) {
  ask(0, 512);
  ask(0, 1);
  ask(512, 514);
  EXPECT_TRUE(known(0)) << "asked for again";
  for (int key = 3; key < 514; ++key) EXPECT_TRUE(known(key)) << key;
  EXPECT_FALSE(known(1));
}

TEST_F(ManyWays, WhatGotNoMemoryIsKept) {
  ask(0, 1);
  decisions_.refuse("0", {Way::in_place}, 100);
  ask(1, 2000);
  EXPECT_TRUE(decisions_.ways("0").is_refused(Way::in_place));
}

TEST_F(ManyWays, OfThoseThatAllGotNoMemoryTheOldestIsForgotten) {
  for (int key = 0; key < 600; ++key) decisions_.refuse(std::to_string(key), {Way::in_place}, 100);
  EXPECT_TRUE(decisions_.ways("599").any_refused());
  EXPECT_TRUE(decisions_.ways("88").any_refused());
  EXPECT_FALSE(decisions_.ways("0").any_refused());
}

}  // namespace
}  // namespace het
