#pragma once
// From tree to better tree: good shares for one arrangement in little time.
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"
#include "blacs_het/plan/methods/trees/spanning_tree.hpp"

namespace het {

enum class Climb {
  along_slopes,  // only across edges along which W rises from the start
  over_ridges,   // when there is none, also across edges along which it rises later
};

// Steps to better neighbours as long as there is one and the limit lasts. O(p q) a step, O((p+q) p q) for each
// look over the ridges. A local optimum, not proven.
void climb(SpanningTree<double>& tree, Climb how, WorkLimit& limit);

// From the tree at (or above) the given rows. Never worse than fitted_shares(arrangement, row_weight).
Shares climb_trees(const Arrangement& arrangement, std::span<const double> row_weight, WorkLimit& limit);

}  // namespace het
