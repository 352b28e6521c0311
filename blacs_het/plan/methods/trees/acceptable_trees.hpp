#pragma once
// Best shares for a fixed arrangement: the vertices of the set of all shares.
#include <functional>
#include <span>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/methods/trees/weighted_grid.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

// W is convex along every edge of the set {r_i t_ij c_j <= 1}, so some vertex is best, and a vertex is an
// acceptable spanning tree of the bipartite graph rows - columns: the edges are the processors that are never
// idle. [BPRR99 §4.3.1]
//
// The trees are found by walking from one to its neighbours (SpanningTree). Ties (equal cycle-times) are broken
// by infinitely small, fixed changes of the t_ij, so that every grid has exactly C(p+q-2, p-1) trees and the walk
// reaches all of them.

// C(p+q-2, p-1), as a double because it soon leaves the integers.
double acceptable_tree_count(std::size_t p, std::size_t q);
// Elementary steps of a walk over all trees of a p x q grid; what limits of work are counted in.
double tree_walk_work(std::size_t p, std::size_t q);
// More trees than this are not walked: about 150 MB.
inline constexpr double max_trees = 1e6;
// Can the walk be made at all? p and q of a merged grid.
bool is_walkable(std::size_t p, std::size_t q);

// Calls visit for each acceptable spanning tree once, in a fixed order, with feasible shares.
// Throws Error when there are more than max_trees. O(trees (p+q) p q).
void for_each_acceptable_tree(const Arrangement& arrangement,
                              const std::function<void(const Shares&)>& visit);

// The row weights of the best tree, and its W. One row and two rows have closed forms, the rest is walked.
struct BestTree {
  std::vector<double> row_weight;
  double work_rate = 0;
};
BestTree best_tree(const WeightedGrid& grid);
// Elementary steps of best_tree.
double best_tree_work(const WeightedGrid& grid);

// The best of all trees, equal rows and columns merged; proven optimal. Same limit and cost.
Shares best_acceptable_tree(const Arrangement& arrangement);
// What that costs.
double best_acceptable_tree_work(const Arrangement& arrangement);

}  // namespace het
