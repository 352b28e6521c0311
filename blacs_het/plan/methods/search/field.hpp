#pragma once
// Between candidates (whole lists of processors) and positions (ranks of those that take part).
#include <span>
#include <vector>

#include "blacs_het/plan/methods/search/descent.hpp"

namespace het {

class Field {
 public:
  Field(std::span<const double> cycle_times, int p, int q);

  std::span<const double> sorted_cycle_times() const { return sorted_; }
  int p() const { return p_; }
  int q() const { return q_; }
  // The candidate must hold the p*q fastest processors.
  Position position_of(const Candidate& candidate) const;
  // With the shares of the position, climbed once more.
  Candidate candidate_of(const Position& position, WorkLimit& limit) const;

 private:
  std::span<const double> cycle_times_;
  int p_, q_;
  std::vector<int> chosen_;  // by rank
  std::vector<double> sorted_;
};

}  // namespace het
