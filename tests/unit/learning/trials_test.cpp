// What is tried among moves to several numbers of process rows, and what new memory means for it.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "blacs_het/plan/learning/experience.hpp"

namespace het {
namespace {

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

TEST(Trials, RowsThatDisappointLeaveThePlaceToOthers) {
  Moves moves(4, {1, 1.1, 2}, {3, 1.2, 2});
  EXPECT_EQ(moves.next(), 1);
  moves.many(100);
  EXPECT_GT(moves.taken(2), 90);
  EXPECT_LT(moves.taken(1), 10) << "until a trial of others is a small part of all, and once or twice later";
}

TEST(Trials, OtherRowsAreNotTriedWhereTheBestOnesAreAsPredicted) {
  Moves moves(4, {1, 1.01, 1.02}, {1.03, 0.5, 0.5});
  for (int k = 0; k < 100; ++k) EXPECT_EQ(moves.next(), 1) << k;
}

// A model that is wrong about all of them is found out when that is little beside other calls; then trials become rare.
TEST(Trials, AllRowsSlowerThanPredictedAreTriedRarely) {
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
TEST(Trials, TrialsShareWhatTheyMayLose) {
  Moves moves(9, {1, 1, 1}, {1.2, 12, 12});
  moves.many(200);
  EXPECT_EQ(moves.taken(2) + moves.taken(3), 1);
}

// Moves to others are predicted better than they turned out: they are not measured by those.
TEST(Trials, ADisturbedTrialIsRepairedBesideAnotherMove) {
  Moves moves(4, {1, 1.1, 3}, {2, 2.3, 3});
  while (moves.taken(2) == 0) moves.next();
  moves.becomes({2, 1.2, 3});
  moves.many(300);
  EXPECT_GT(moves.taken(2), 200);
}

// The better ones are found although each trial comes with new memory, and stay.
TEST(Trials, ATrialThatLostByNewMemoryIsRepeatedAtOnce) {
  Moves moves(8, {1, 1.1, 4}, {2, 1.2, 4}, 0.9);
  while (moves.taken(2) == 0) moves.next();
  EXPECT_EQ(moves.next(), 2);
  moves.many(100);
  EXPECT_GT(moves.taken(2), 95);
}

// Moves that are equally quick do not take turns, however much memory costs that is new at each change.
TEST(Trials, ChangesBetweenEqualMovesBecomeRare) {
  Moves moves(8, {1, 1.01, 1.02}, {1.1, 1.09, 1.1}, 0.6);
  moves.many(2000);
  EXPECT_LT(moves.seconds(), 1.01 * 1.1 * 2000);
}

// What is tried follows from the candidates for the call at hand.
TEST(Trials, CandidatesMayChangeFromCallToCall) {
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
TEST(Trials, WhatIsNoCandidateDoesNotCount) {
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
TEST(Trials, NewMemoryAtEachCallIsPartOfIt) {
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
TEST(Trials, WhatMayBeBetterIsTriedWithoutAMargin) {
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

// The call after a trial that lost by new memory has another size, for which it is predicted to be slower.
TEST(Trials, OnlyTheNextCallRepeatsATrial) {
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
TEST(Trials, OneCallThatTookForEverIsForgotten) {
  Moves moves(2, {1, 0, 0}, {600, 0, 0});
  moves.next();
  moves.becomes({1, 0, 0});
  moves.many(600);
  EXPECT_GT(moves.taken(1), 300);
}

// Predicted too quick by different factors, the best one is found, and trials cost little in the end.
TEST(Trials, TrialsCostAFewHundredthsWithNoiseAndNewMemory) {
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

}  // namespace
}  // namespace het
