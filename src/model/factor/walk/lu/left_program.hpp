#pragma once
#include <array>
#include <vector>

#include "src/model/factor/walk/factor_steps.hpp"
#include "src/model/walk/walk.hpp"

namespace het {

// What one rank does when LU is over and the rows left of its panels change places (LeftInterchange), where L lies then: panel
// by panel from the last to the first, the rows of one on their way while those of the one behind it are put in their places.
// Those that a process row gives away go to all in the parts that these have of the rows below the panel.
class LeftProgram {
 public:
  // l: where L lies; steps: of the factorization, which may have been made elsewhere. Both must outlive it.
  LeftProgram(Walk& walk, const FactorSteps& steps, const Placed& l, int rank);
  LeftProgram(const LeftProgram&) = delete;

  Program run();

 private:
  struct Moving {
    Open messages;
    double bytes = 0;  // that come from others
  };
  double rows_below(Extent end, int i) const;
  double bytes_of(std::size_t s) const;
  double copied(double bytes) const;
  Program place(Moving& moving);

  Walk& walk_;
  const FactorSteps& steps_;
  const Distribution& l_;
  const int rank_;
  const Placement::Coord at_;
  std::vector<int> column_;  // the ranks of its process column
  std::array<Moving, 2> moving_;
};

}  // namespace het
