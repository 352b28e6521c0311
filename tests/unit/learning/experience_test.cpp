#include "blacs_het/plan/learning/experience.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

constexpr std::size_t forward = 0, in_place = 1, moved = 2;

// Of three ways, the third on one process row.
Alternative alternative(Way way) { return {way, way == Way::moved ? 1 : 0}; }
std::map<Alternative, double> predictions(std::array<double, 3> seconds) {
  std::map<Alternative, double> all;
  for (const Way way : {Way::forward, Way::in_place, Way::moved})
    all[alternative(way)] = seconds[static_cast<std::size_t>(way)];
  return all;
}
Outcome outcome(const std::string& size_class, Way way, std::array<double, 3> predicted, double seconds) {
  return {size_class, alternative(way), predictions(predicted), seconds};
}

// A class of calls whose ways take other times than predicted, decided one after the other as the library does.
class Calls {
 public:
  Calls(std::array<double, 3> predicted, std::array<double, 3> real) : predicted_(predicted), real_(real) {}

  Way next() {
    Ways ways;
    ways.reference = predicted_[forward];
    ways.in_place.update = predicted_[in_place];
    ways.moved.resize(1);
    ways.moved[0].layout.p = 1;
    ways.moved[0].predicted.update = predicted_[moved];
    const Way way = decide(ways, {0.97, 0.92}, {}, experience_.corrections("class")).way;
    const double took = real_[static_cast<std::size_t>(way)];
    experience_.note(outcome("class", way, predicted_, took));
    seconds_ += took;
    ++taken_[static_cast<std::size_t>(way)];
    return way;
  }

  void becomes(std::array<double, 3> real) { real_ = real; }
  double seconds() const { return seconds_; }
  int taken(std::size_t way) const { return taken_[way]; }

 private:
  Experience experience_;
  std::array<double, 3> predicted_, real_;
  double seconds_ = 0;
  std::array<int, 3> taken_{};
};

TEST(Experience, WhatIsAsPredictedStays) {
  Calls calls({2, 1.5, 1}, {2, 1.5, 1});
  for (int k = 0; k < 100; ++k) EXPECT_EQ(calls.next(), Way::moved);
}

TEST(Experience, AChoiceThatTurnedOutSlowerIsNotRepeated) {
  Calls calls({2, 1.98, 1}, {2, 1.98, 3});
  EXPECT_EQ(calls.next(), Way::moved);
  EXPECT_EQ(calls.next(), Way::forward) << "the best of what was not seen to be slow, with the usual margin";
  for (int k = 0; k < 10; ++k) EXPECT_NE(calls.next(), Way::moved) << k;
}

// The model is wrong about the platform as a whole: what is best stays so, once the others were seen.
TEST(Experience, AllSlowerThanPredictedChangesNothingForLong) {
  Calls calls({2, 1.5, 1}, {6, 4.5, 3});
  for (int k = 0; k < 20; ++k) calls.next();
  EXPECT_EQ(calls.taken(forward), 1) << "ScaLAPACK is believed until it is seen";
  EXPECT_EQ(calls.taken(in_place), 1) << "nothing was slow in place yet";
}

TEST(Experience, AMoveThatDoesNotPayLeavesThePlaceToTheKernelsInPlace) {
  Calls calls({3, 2, 1}, {3, 2, 4}), close({3, 2, 1}, {3, 2, 3.2});
  for (int k = 0; k < 100; ++k) calls.next(), close.next();
  EXPECT_GT(calls.taken(in_place), 90);
  EXPECT_GT(close.taken(in_place), 90);
}

TEST(Experience, ScaLapackSlowerThanPredictedGivesOurWaysAChance) {
  Calls calls({1, 1.5, 5}, {4, 1.5, 5});
  EXPECT_EQ(calls.next(), Way::forward);
  // Ours are not believed to be better than predicted where ScaLAPACK was not; but it is seen whether they are.
  EXPECT_EQ(calls.next(), Way::forward);
  for (int k = 0; k < 100; ++k) calls.next();
  EXPECT_GT(calls.taken(in_place), 70);
  EXPECT_EQ(calls.taken(moved), 0);
}

// Calls that may be moved to one, two or three process rows, and take other times there than predicted.
class Moves {
 public:
  Moves(double reference, std::array<double, 3> predicted, std::array<double, 3> real)
      : reference_(reference), predicted_(predicted), real_(real) {}

  // Rows of the grid that the next call moves to; 0: it is forwarded, and as quick as predicted.
  int next() {
    Ways ways;
    ways.reference = ways.in_place.update = reference_;
    ways.moved.resize(3);
    std::map<Alternative, double> predicted{{{}, reference_}, {{Way::in_place}, reference_}};
    for (int rows = 1; rows <= 3; ++rows) {
      LayoutCandidate& candidate = ways.moved[static_cast<std::size_t>(rows) - 1];
      candidate.layout.p = rows;
      candidate.predicted.update = predicted[{Way::moved, rows}] = predicted_[std::size_t(rows) - 1];
    }
    const Decision decision = decide(ways, {0.97, 0.92}, {}, experience_.corrections("class"));
    const int rows = decision.way == Way::moved ? ways.moved[decision.layout].layout.p : 0;
    const double took = rows > 0 ? real_[std::size_t(rows) - 1] : reference_;
    experience_.note({"class", {decision.way, rows}, predicted, took});
    seconds_ += took;
    ++taken_[std::size_t(rows)];
    return rows;
  }
  double seconds() const { return seconds_; }
  int taken(int rows) const { return taken_[std::size_t(rows)]; }

 private:
  Experience experience_;
  double reference_;
  std::array<double, 3> predicted_, real_;
  double seconds_ = 0;
  std::array<int, 4> taken_{};
};

TEST(Experience, RowsThatDisappointLeaveThePlaceToOthers) {
  Moves moves(4, {1, 1.1, 2}, {3, 1.2, 2});
  EXPECT_EQ(moves.next(), 1);
  for (int k = 0; k < 100; ++k) moves.next();
  EXPECT_GT(moves.taken(2), 90);
  EXPECT_LT(moves.taken(1), 9) << "until a trial of others is a small part of all, and once or twice later";
}

// A trial that fresh memory made slow decides as it was, but is not feared to be so slow again.
TEST(Experience, WhatFreshMemoryCostIsNotFearedAgain) {
  const auto calls_until_trial = [](double fresh) {
    Experience experience;
    const auto predicted = predictions({2, 2, 1});
    experience.note({"class", {Way::moved, 1}, predicted, 4, fresh});
    int calls = 0;
    for (; experience.corrections("class").of({Way::moved, 1}).seen; ++calls)
      experience.note({"class", {}, predicted, 2});
    return calls;
  };
  EXPECT_EQ(calls_until_trial(0), 34) << "2 s lost, 0.06 s of each call";
  EXPECT_EQ(calls_until_trial(1), 17);
  EXPECT_EQ(calls_until_trial(3), 7) << "a new layout costs a fifth of a call";
}

TEST(Experience, OtherRowsAreNotTriedWhereTheBestOnesAreAsPredicted) {
  Moves moves(4, {1, 1.01, 1.02}, {1.03, 0.5, 0.5});
  for (int k = 0; k < 100; ++k) EXPECT_EQ(moves.next(), 1) << k;
}

// A model that is wrong about all of them is found out at the cost of one call each, when that is little beside others.
TEST(Experience, AllRowsSlowerThanPredictedAreTriedOnceEach) {
  Moves moves(9, {1, 1.5, 2}, {3, 4.5, 6});
  for (int k = 0; k < 8; ++k) EXPECT_EQ(moves.next(), 1) << k;
  for (int k = 0; k < 1000; ++k) moves.next();
  EXPECT_GE(moves.taken(2), 1);
  EXPECT_GE(moves.taken(3), 1);
  EXPECT_EQ(moves.taken(0), 0);
  EXPECT_LT(moves.seconds(), 1.03 * 3 * 1008);
}

// What the end of a failing factorization took says nothing of the next one.
TEST(Experience, ACallThatEndsEarlyIsNotTakenForAQuickOne) {
  Calls calls({1, 2, 3}, {1, 2, 3});
  for (int k = 0; k < 3; ++k) calls.next();
  calls.becomes({0.05, 2, 3});
  calls.next();
  calls.becomes({1, 2, 3});
  for (int k = 0; k < 3; ++k) EXPECT_EQ(calls.next(), Way::forward);
}

// Ours is as predicted, and ScaLAPACK not much slower by its prediction: it may be quicker in truth.
TEST(Experience, ScaLapackIsTriedOnceWhereItsPredictionMayBeWrong) {
  Calls wrong({1.3, 1, 5}, {0.8, 1, 5}), right({1.3, 1, 5}, {1.3, 1, 5}), clear({1.6, 1, 5}, {0.8, 1, 5});
  for (int k = 0; k < 8; ++k) EXPECT_EQ(wrong.next(), Way::in_place) << k;
  for (int k = 0; k < 100; ++k) wrong.next(), right.next(), clear.next();
  EXPECT_GT(wrong.taken(forward), 90);
  EXPECT_EQ(right.taken(forward), 1);
  EXPECT_EQ(clear.taken(forward), 0) << "nobody would believe it";
}

// Trials of a way that lost cost at most about a hundredth of what the calls take.
TEST(Experience, TrialsOfWhatLostAreRare) {
  Calls calls({2, 3, 1}, {2, 3, 2.6});
  for (int k = 0; k < 1000; ++k) calls.next();
  EXPECT_GT(calls.taken(moved), 1) << "it is tried again";
  EXPECT_LT(calls.seconds(), 1.015 * 1000 * 2);
}

TEST(Experience, ADisturbedTrialIsRepaired) {
  Calls calls({2, 3, 1}, {2, 3, 3});
  EXPECT_EQ(calls.next(), Way::moved);
  calls.becomes({2, 3, 1});
  for (int k = 0; k < 200; ++k) calls.next();
  EXPECT_EQ(calls.next(), Way::moved);
  EXPECT_GT(calls.taken(moved), 100);
}

// One accident after many good calls does not throw a way out that is twice as quick.
TEST(Experience, OneAccidentAmongManyIsForgiven) {
  Calls calls({3, 5, 1}, {3, 5, 1});
  for (int k = 0; k < 5; ++k) calls.next();
  calls.becomes({3, 5, 2.5});
  calls.next();
  calls.becomes({3, 5, 1});
  EXPECT_EQ(calls.next(), Way::moved);
}

TEST(Experience, SurpriseIsATimeFarAboveWhatWasUsual) {
  Experience experience;
  const auto took = [&](double seconds) {
    return experience.note(outcome("class", Way::forward, {2, 0, 0}, seconds));
  };
  EXPECT_FALSE(took(8)) << "nothing is known yet";
  EXPECT_FALSE(took(8.5));
  EXPECT_FALSE(took(7));
  EXPECT_TRUE(took(16));
}

TEST(Experience, ClassesAreApart) {
  const Distribution caller = block_cyclic(4000, 4000, 64, 64, 2, 2);
  const auto lu = [](Extent n) { return CallShape::factorization(RoutineKind::lu, n, n, 2, 8); };
  EXPECT_EQ(size_class(lu(4000), caller), size_class(lu(4001), caller));
  EXPECT_NE(size_class(lu(4000), caller), size_class(lu(2500), caller));
  EXPECT_NE(size_class(lu(4000), caller),
            size_class(CallShape::factorization(RoutineKind::lu, 4000, 4000, 2, 4), caller));
  EXPECT_NE(size_class(lu(4000), caller), size_class(lu(4000), block_cyclic(4000, 4000, 32, 32, 2, 2)));
  Experience experience;
  experience.note(outcome("a", Way::in_place, {1, 1, 1}, 3));
  EXPECT_EQ(experience.corrections("b"), Corrections{});
  EXPECT_DOUBLE_EQ(experience.corrections("a").of(alternative(Way::in_place)).factor, 3);
  EXPECT_TRUE(experience.corrections("a").of(alternative(Way::in_place)).seen);
  EXPECT_DOUBLE_EQ(experience.corrections("a").of(alternative(Way::moved)).factor, 3) << "the same kernels";
  experience.note(outcome("c", Way::moved, {1, 1, 1}, 3));
  EXPECT_EQ(experience.corrections("c").of(alternative(Way::in_place)).factor, 1) << "nothing moves";
  EXPECT_FALSE(experience.corrections("a").of(alternative(Way::moved)).seen);
  EXPECT_EQ(experience.corrections("a").of(alternative(Way::forward)), Correction{});
}

// Calls that nobody decided about are time as well, in which a way that lost was not tried.
TEST(Experience, TimeOfCallsThatPassedBringsTheNextTrialNearer) {
  Experience experience;
  experience.note(outcome("class", Way::moved, {2, 1.98, 1}, 3));
  const auto is_corrected = [&] { return experience.corrections("class").of(alternative(Way::moved)).seen; };
  EXPECT_TRUE(is_corrected());
  experience.passed("another class", 1000);
  EXPECT_TRUE(is_corrected());
  experience.passed("class", 1000);
  EXPECT_FALSE(is_corrected());
}

}  // namespace
}  // namespace het
