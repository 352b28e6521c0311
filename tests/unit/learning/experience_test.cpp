#include "blacs_het/plan/learning/experience.hpp"

#include <gtest/gtest.h>

#include <random>

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

// Calls that may be moved to one, two or three process rows, and take other times there than predicted; more in the first
// call after one by another alternative, for memory that is new then.
class Moves {
 public:
  using Seconds = std::array<double, 3>;
  Moves(double reference, Seconds predicted, Seconds real, double fresh = 0)
      : reference_(reference), fresh_(fresh), predicted_(predicted), real_(real) {}

  // Rows of the grid that the next call moves to; 0: it is forwarded, and as quick as predicted.
  int next() {
    Ways ways;
    ways.reference = ways.in_place.update = reference_;
    for (int rows = 1; rows <= 3; ++rows) {
      if (predicted_[at(rows)] <= 0) continue;
      LayoutCandidate candidate;
      candidate.layout.p = rows;
      candidate.predicted.update = predicted_[at(rows)];
      ways.moved.push_back(candidate);
    }
    const Decision decision =
        decide(ways, {0.97, 0.92}, {}, experience_.corrections("class", ways.predictions()));
    const int rows = decision.way == Way::moved ? ways.moved[decision.layout].layout.p : 0;
    const double fresh = rows > 0 && rows != last_ ? fresh_ : 0;
    const double took = (rows > 0 ? real_[at(rows)] : reference_) + fresh;
    experience_.note({"class", {decision.way, rows}, ways.predictions(), took, fresh});
    seconds_ += took;
    ++taken_[static_cast<std::size_t>(rows)];
    return last_ = rows;
  }
  void many(int calls) {
    for (int k = 0; k < calls; ++k) next();
  }
  void becomes(Seconds real) { real_ = real; }
  void are_predicted(Seconds predicted) { predicted_ = predicted; }
  double seconds() const { return seconds_; }
  int taken(int rows) const { return taken_[static_cast<std::size_t>(rows)]; }

 private:
  static std::size_t at(int rows) { return static_cast<std::size_t>(rows) - 1; }

  Experience experience_;
  double reference_, fresh_;
  Seconds predicted_, real_;
  double seconds_ = 0;
  int last_ = 0;
  std::array<int, 4> taken_{};
};

TEST(Experience, RowsThatDisappointLeaveThePlaceToOthers) {
  Moves moves(4, {1, 1.1, 2}, {3, 1.2, 2});
  EXPECT_EQ(moves.next(), 1);
  moves.many(100);
  EXPECT_GT(moves.taken(2), 90);
  EXPECT_LT(moves.taken(1), 10) << "until a trial of others is a small part of all, and once or twice later";
}

TEST(Experience, OtherRowsAreNotTriedWhereTheBestOnesAreAsPredicted) {
  Moves moves(4, {1, 1.01, 1.02}, {1.03, 0.5, 0.5});
  for (int k = 0; k < 100; ++k) EXPECT_EQ(moves.next(), 1) << k;
}

// A model that is wrong about all of them is found out when that is little beside other calls; then trials become rare.
TEST(Experience, AllRowsSlowerThanPredictedAreTriedRarely) {
  Moves moves(9, {1, 1.5, 2}, {3, 4.5, 6});
  for (int k = 0; k < 7; ++k) EXPECT_EQ(moves.next(), 1) << k;
  EXPECT_EQ(moves.next(), 2) << "not expected to be as far from predicted";
  moves.many(999);
  for (const int rows : {2, 3}) {
    EXPECT_GE(moves.taken(rows), 1);
    EXPECT_LE(moves.taken(rows), 6);
  }
  EXPECT_EQ(moves.taken(0), 0);
  EXPECT_LT(moves.seconds(), 1.01 * 3 * 1007);
}

// What one trial lost, no other one spends.
TEST(Experience, TrialsShareWhatTheyMayLose) {
  Moves moves(9, {1, 1, 1}, {1.2, 12, 12});
  moves.many(200);
  EXPECT_EQ(moves.taken(2) + moves.taken(3), 1);
}

// Moves to others are predicted better than they turned out: they are not measured by those.
TEST(Experience, ADisturbedTrialIsRepairedBesideAnotherMove) {
  Moves moves(4, {1, 1.1, 3}, {2, 2.3, 3});
  while (moves.taken(2) == 0) moves.next();
  moves.becomes({2, 1.2, 3});
  moves.many(300);
  EXPECT_GT(moves.taken(2), 200);
}

// The better ones are found although each trial comes with new memory, and stay.
TEST(Experience, ATrialThatLostByNewMemoryIsRepeatedAtOnce) {
  Moves moves(8, {1, 1.1, 4}, {2, 1.2, 4}, 0.9);
  while (moves.taken(2) == 0) moves.next();
  EXPECT_EQ(moves.next(), 2);
  moves.many(100);
  EXPECT_GT(moves.taken(2), 95);
}

// Moves that are equally quick do not take turns, however much memory costs that is new at each change.
TEST(Experience, ChangesBetweenEqualMovesBecomeRare) {
  Moves moves(8, {1, 1.01, 1.02}, {1.1, 1.09, 1.1}, 0.6);
  moves.many(2000);
  EXPECT_LT(moves.seconds(), 1.01 * 1.1 * 2000);
}

// What is tried follows from the candidates for the call at hand.
TEST(Experience, CandidatesMayChangeFromCallToCall) {
  Moves moves(4, {1, 0, 0}, {3, 1.2, 2});
  for (int k = 0; k < 50; ++k) {
    moves.are_predicted({1, 0, 0});
    moves.next();
    moves.are_predicted({1, 1.1, 0});
    moves.next();
  }
  EXPECT_GT(moves.taken(2), 30);
}

// Three rows were slow, and are no candidates any more: others are not measured by them.
TEST(Experience, WhatIsNoCandidateDoesNotCount) {
  Moves moves(2, {0, 0, 1}, {1, 1, 6});
  moves.next();
  moves.are_predicted({1, 0, 0});
  moves.becomes({6, 1, 6});
  moves.next();
  moves.becomes({1, 1, 6});
  moves.many(400);
  EXPECT_GT(moves.taken(1), 200);
}

// Memory that is new at each call in place is no accident.
TEST(Experience, NewMemoryAtEachCallIsPartOfIt) {
  Experience experience;
  int in_place_calls = 0;
  for (int k = 0; k < 1000; ++k) {
    Ways ways;
    ways.reference = 1, ways.in_place.update = 0.9;
    const Way way = decide(ways, {0.97, 0.92}, {}, experience.corrections("class", ways.predictions())).way;
    const bool taken = way == Way::in_place;
    experience.note({"class", {way}, ways.predictions(), taken ? 1.1 : 1, taken ? 0.15 : 0});
    in_place_calls += taken;
  }
  EXPECT_LT(in_place_calls, 20);
}

// A trial needs no margin: 70 % of ScaLAPACK's is asked of what was never seen where speeds were measured.
TEST(Experience, WhatMayBeBetterIsTriedWithoutAMargin) {
  Experience experience;
  int moved_calls = 0;
  for (int k = 0; k < 200; ++k) {
    Ways ways;
    ways.reference = ways.in_place.update = 1;
    ways.moved.resize(1);
    ways.moved[0].layout.p = 1;
    ways.moved[0].predicted.update = 0.71;
    const Way way = decide(ways, {0.925, 0.7}, {}, experience.corrections("class", ways.predictions())).way;
    moved_calls += way == Way::moved;
    experience.note(
        {"class", {way, way == Way::moved ? 1 : 0}, ways.predictions(), way == Way::moved ? 0.5 : 1});
  }
  EXPECT_GT(moved_calls, 180);
}

// It was tried once, and disturbed.
TEST(Experience, ScaLapackIsTriedAgain) {
  Calls calls({1.3, 1, 5}, {1.4, 1, 5});
  while (calls.taken(forward) == 0) calls.next();
  calls.becomes({0.7, 1, 5});
  for (int k = 0; k < 200; ++k) calls.next();
  EXPECT_GT(calls.taken(forward), 150);
}

// The call after a trial that lost by new memory has another size, for which it is predicted to be slower.
TEST(Experience, OnlyTheNextCallRepeatsATrial) {
  Moves moves(1.2, {0.7, 0, 0}, {1, 0, 0}, 0.6);
  moves.next();
  moves.are_predicted({1.3, 0, 0});
  EXPECT_EQ(moves.next(), 0);
  moves.are_predicted({0.9, 0, 0});
  moves.becomes({0.9, 0, 0});
  moves.many(300);
  EXPECT_GT(moves.taken(1), 200);
}

// A program that stands still for minutes says little of the way that it is at.
TEST(Experience, OneCallThatTookForEverIsForgotten) {
  Moves moves(2, {1, 0, 0}, {600, 0, 0});
  moves.next();
  moves.becomes({1, 0, 0});
  moves.many(600);
  EXPECT_GT(moves.taken(1), 300);
}

// Predicted too quick by different factors, the best one is found, and trials cost little in the end.
TEST(Experience, TrialsCostAFewHundredthsWithNoiseAndNewMemory) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> noise(0.95, 1.05), wrong(0.6, 1);
    const Moves::Seconds real{1, 1.1, 1.2};
    Moves moves(1.5, {real[0] * wrong(random), real[1] * wrong(random), real[2] * wrong(random)}, real, 0.3);
    for (int k = 0; k < 2000; ++k) {
      moves.becomes({real[0] * noise(random), real[1] * noise(random), real[2] * noise(random)});
      moves.next();
    }
    EXPECT_LT(moves.seconds(), 1.06 * 2000) << "seed " << seed;
  }
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
