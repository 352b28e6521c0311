#include "blacs_het/plan/methods/search/field.hpp"

#include <algorithm>

#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/trees/climb.hpp"

namespace het {

Field::Field(std::span<const double> cycle_times, int p, int q)
    : cycle_times_(cycle_times), p_(p), q_(q), chosen_(fastest(cycle_times, p * q)) {
  for (const int k : chosen_) sorted_.push_back(cycle_times[static_cast<std::size_t>(k)]);
}

Position Field::position_of(const Candidate& candidate) const {
  std::vector<int> rank_of(cycle_times_.size());
  for (std::size_t rank = 0; rank < chosen_.size(); ++rank)
    rank_of[static_cast<std::size_t>(chosen_[rank])] = static_cast<int>(rank);
  Position position;
  for (const int k : candidate.arrangement.order())
    position.rank.push_back(rank_of[static_cast<std::size_t>(k)]);
  const Shares& shares = candidate.shares;
  position.weight = shares.row_weight;
  position.weight.insert(position.weight.end(), shares.col_weight.begin(), shares.col_weight.end());
  position.work_rate = shares.work_rate;
  return position;
}

Candidate Field::candidate_of(const Position& position, WorkLimit& limit) const {
  std::vector<int> order;
  for (const int rank : position.rank) order.push_back(chosen_[static_cast<std::size_t>(rank)]);
  Arrangement arrangement(p_, q_, cycle_times_, std::move(order));
  Shares shares =
      climb_trees(arrangement, std::span(position.weight).first(static_cast<std::size_t>(p_)), limit);
  return {std::move(arrangement), std::move(shares), false};
}

}  // namespace het
