#pragma once
#include <optional>

#include "src/model/factor/walk/factor_steps.hpp"
#include "src/model/factor/walk/moves/moved_strips.hpp"

namespace het {

// How a computation shares the time with the moves of its matrix, as one rank sees it (Moves); null strips: the matrix is here,
// and stays.
class MovesOfRank {
 public:
  MovesOfRank(Walk& walk, const FactorSteps& steps, int rank, const MovedStrips* strips);
  MovesOfRank(const MovesOfRank&) = delete;

  bool columns_arrive() const { return moved_ != nullptr; }
  // All that this rank gets and gives of the columns below this one is there.
  Extent columns_here() const;
  // This rank is through with the steps of the columns below `col`.
  void done(Extent col);
  // What is done before the computation, and after it.
  Program begin();
  Program end();

 private:
  // What the routine returns beside the matrix, from the layout to those that are not on it (FactorJob::share).
  void share_results();

  Walk& walk_;
  const FactorSteps& steps_;
  const int rank_;
  const MovedStrips* moved_;
  Open results_;
  std::optional<StripProgram> arriving_, leaving_;
};

}  // namespace het
