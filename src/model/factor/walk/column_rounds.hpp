#pragma once
#include "src/model/factor/walk/factor_steps.hpp"
#include "src/model/walk/walk.hpp"

namespace het {

// Rounds of messages in which the ranks of a process column all say something to all others, for each column of a panel
// (all_gather), as one of them sees it.
//
// Where the rounds of all columns would be more than 3e4 messages, several go together: one with all that they carry, and for
// each of the others the time that it takes with nothing.
class ColumnRounds {
 public:
  static constexpr double most_messages = 3e4;

  ColumnRounds(Walk& walk, const FactorSteps& steps, int i, int j, int channel);

  // None among one.
  bool any() const { return steps_.panels.p() > 1; }
  // How many go together, those of a leaf at most.
  Extent together() const { return together_; }
  double empty_round() const { return empty_round_; }

  void start(double bytes);
  bool over() const { return open_.none(); }

 private:
  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, channel_;
  const Extent together_;
  double empty_round_ = 0;
  Open open_;
};

// How many rounds of a factorization of so many columns among p process rows go together: 1 up to 3e4 messages, and no more
// than the columns of a leaf.
Extent rounds_together(Extent columns, int p);

}  // namespace het
