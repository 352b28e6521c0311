#pragma once
// Best shares for a fixed arrangement: the vertices of the set of all shares.
#include <cstdint>
#include <functional>
#include <span>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

// W is convex along every edge of the set {r_i t_ij c_j <= 1}, so some vertex is best, and a vertex is an
// acceptable spanning tree of the bipartite graph rows - columns: the edges are the processors that are never
// idle. [BPRR99 §4.3.1]
//
// The trees are found by walking: taking an edge away cuts the tree in two parts; shifting weight from one to
// the other until another processor is fully busy gives the neighbour across that edge. Ties (equal
// cycle-times) are broken by infinitely small, fixed changes of the t_ij, so that every grid has exactly
// C(p+q-2, p-1) trees and the walk reaches all of them.

// C(p+q-2, p-1), as a double because it soon leaves the integers.
double acceptable_tree_count(int p, int q);
// Elementary steps of a walk over all trees of a p x q grid; what limits of work are counted in.
double tree_walk_work(int p, int q);

// Calls visit for each acceptable spanning tree once, in a fixed order, with feasible shares.
// Throws Error when there are more than max_trees. O(trees (p+q) p q).
inline constexpr double max_trees = 2e6;
void for_each_acceptable_tree(const Arrangement& arrangement,
                              const std::function<void(const Shares&)>& visit);

// The best of them; proven optimal. Same limit and cost.
Shares best_acceptable_tree(const Arrangement& arrangement);

// From the tree at (or above) the given rows, to the best neighbouring tree as long as there is a better one.
// Never worse than fitted_shares(arrangement, row_weight). O((p+q) p q) a step; a local optimum, not proven.
Shares climb_trees(const Arrangement& arrangement, std::span<const double> row_weight);

}  // namespace het
