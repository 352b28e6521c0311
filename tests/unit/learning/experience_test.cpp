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
    const Way way =
        decide(ways, {0.97, 0.92}, {}, experience_.corrections("class", predictions(predicted_))).way;
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

// However much the model thinks of it.
TEST(Experience, WhatLosesEachTimeIsGivenUpThoughItIsPredictedToTakeATinyPart) {
  for (const double part : {0.5, 0.1, 0.03, 0.003}) {
    Calls in_place_loses({10, 10 * part, 1000}, {10, 11, 1000}),
        move_loses({10, 9.9, 10 * part}, {10, 9.9, 11});
    for (int k = 0; k < 400; ++k) in_place_loses.next(), move_loses.next();
    EXPECT_LT(in_place_loses.taken(in_place), 20) << part;
    EXPECT_LT(move_loses.taken(moved), 20) << part;
    EXPECT_LT(std::max(in_place_loses.seconds(), move_loses.seconds()), 1.02 * 10 * 400) << part;
  }
}

// The model is wrong about the platform as a whole: what is best stays so, once the others were seen.
TEST(Experience, AllSlowerThanPredictedChangesNothingForLong) {
  Calls calls({2, 1.5, 1}, {6, 4.5, 3});
  for (int k = 0; k < 15; ++k) calls.next();
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

// It was tried once, and disturbed.
TEST(Experience, ScaLapackIsTriedAgain) {
  Calls calls({1.3, 1, 5}, {1.4, 1, 5});
  while (calls.taken(forward) == 0) calls.next();
  calls.becomes({0.7, 1, 5});
  for (int k = 0; k < 200; ++k) calls.next();
  EXPECT_GT(calls.taken(forward), 150);
}

// What a trial may cost is told without what new memory did the first time.
TEST(Experience, NewMemoryIsNotFearedAgain) {
  const auto calls_until_trial = [](double fresh) {
    Experience experience;
    const auto predicted = predictions({2, 2, 1});
    const auto move = [&] { return experience.corrections("class", predicted).of({Way::moved, 1}); };
    experience.note({"class", {Way::moved, 1}, predicted, 4, fresh});
    int calls = 0;
    for (; !move().trial; ++calls) experience.note({"class", {}, predicted, 2});
    return calls;
  };
  EXPECT_EQ(calls_until_trial(0), 34) << "2 s lost, 0.06 s of each call";
  EXPECT_EQ(calls_until_trial(1), 17);
  EXPECT_EQ(calls_until_trial(1.9), 7) << "a change costs a fifth of a call";
  EXPECT_EQ(calls_until_trial(3), 0) << "the memory is there now";
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
TEST(Experience, ScaLapackIsTriedWhereItsPredictionMayBeWrong) {
  Calls wrong({1.3, 1, 5}, {0.8, 1, 5}), right({1.3, 1, 5}, {1.3, 1, 5}), clear({1.6, 1, 5}, {0.8, 1, 5});
  for (int k = 0; k < 8; ++k) EXPECT_EQ(wrong.next(), Way::in_place) << k;
  for (int k = 0; k < 100; ++k) wrong.next(), right.next(), clear.next();
  EXPECT_GT(wrong.taken(forward), 90);
  EXPECT_GE(right.taken(forward), 1);
  EXPECT_LE(right.taken(forward), 3) << "ever more rarely";
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
  EXPECT_EQ(experience.corrections("b", predictions({1, 1, 1})), Corrections{});
  EXPECT_DOUBLE_EQ(experience.corrections("a", predictions({1, 1, 1})).of(alternative(Way::in_place)).factor,
                   3);
  EXPECT_TRUE(experience.corrections("a", predictions({1, 1, 1})).of(alternative(Way::in_place)).seen);
  EXPECT_DOUBLE_EQ(experience.corrections("a", predictions({1, 1, 1})).of(alternative(Way::moved)).factor, 3)
      << "the same kernels";
  experience.note(outcome("c", Way::moved, {1, 1, 1}, 3));
  EXPECT_EQ(experience.corrections("c", predictions({1, 1, 1})).of(alternative(Way::in_place)).factor, 1)
      << "nothing moves";
  EXPECT_FALSE(experience.corrections("a", predictions({1, 1, 1})).of(alternative(Way::moved)).seen);
  EXPECT_EQ(experience.corrections("a", predictions({1, 1, 1})).of(alternative(Way::forward)), Correction{});
}

// Calls that nobody decided about are time as well, in which a way that lost was not tried.
TEST(Experience, TimeOfCallsThatPassedBringsTheNextTrialNearer) {
  Experience experience;
  experience.note(outcome("class", Way::moved, {2, 1.98, 1}, 3));
  const auto is_corrected = [&] {
    return experience.corrections("class", predictions({1, 1, 1})).of(alternative(Way::moved)).seen;
  };
  EXPECT_TRUE(is_corrected());
  experience.passed("another class", 1000);
  EXPECT_TRUE(is_corrected());
  experience.passed("class", 1000);
  EXPECT_FALSE(is_corrected());
}

}  // namespace
}  // namespace het
