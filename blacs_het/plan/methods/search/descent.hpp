#pragma once
// From any filled grid to one that neither sorting nor climbing improves.
#include <span>
#include <vector>

#include "blacs_het/plan/methods/candidate.hpp"
#include "blacs_het/plan/methods/trees/climb.hpp"

namespace het {

// A filled grid during a search. Processors are named by their rank: 0 is the fastest.
struct Position {
  std::vector<int> rank;       // of the processor at each place, row-major
  std::vector<double> weight;  // r_i, then c_j
  double work_rate = 0;
};

class Descent {
 public:
  // sorted_cycle_times: of the p*q processors, by rank.
  Descent(std::span<const double> sorted_cycle_times, int p, int q, WorkLimit& limit);

  // The fastest processor goes where r_i c_j is largest, the next one to the next place, and so on. Feasible weights
  // stay feasible, because the k-th largest weight is at most the k-th speed. False: nobody moved. O(n log n).
  bool seat_by_weight(Position& position);
  // Trees are climbed and processors seated by weight in turns, until nobody moves. W never falls.
  void settle(Position& position, Climb how);

  std::size_t places() const { return t_.size(); }
  std::size_t nodes() const { return tree_.nodes(); }
  bool are_alike(std::size_t rank, std::size_t other) const { return given_[rank] == given_[other]; }

 private:
  void climb_from(const Position& position, Climb how);

  std::span<const double> given_;
  std::vector<double> t_;  // a little different where equal processors are given
  SpanningTree<double> tree_;
  std::vector<double> product_;
  std::vector<int> by_product_;
  WorkLimit& limit_;
};

}  // namespace het
