#pragma once
// The best arrangement and the best shares, by looking at all that could be better.
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// The best plan for the p*q fastest processors: all non-decreasing arrangements, each with its best acceptable tree.
// A partly filled grid is left when PairLosses say that it cannot beat what is known. `known` is returned when
// nothing is better. Optimal (proven) unless the limit ran out or a grid has too many trees to walk. Memory: that of
// one walk over trees.
Candidate exact_search(std::span<const double> cycle_times, const Candidate& known, WorkLimit& limit);

}  // namespace het
