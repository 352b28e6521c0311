#pragma once
// The tree searches of BPRR99 as printed, its closed form and all its arrangements, slow and simple: what the searches are
// tested against.
#include <functional>
#include <span>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"

namespace het::test {

// Row weights (r_0 = 1) of every acceptable spanning tree found.
using VisitTree = std::function<void(const std::vector<double>& row_weight)>;

// All subsets of p+q-1 edges that are spanning trees, filtered. [BPRR99 §4.3.1; §7.2, first algorithm]
void for_each_tree_among_all_subsets(const Arrangement& arrangement, const VisitTree& visit);

// Level by level from row 0. [BPRR99 §7.2, Generate_tree]
void generate_trees(const Arrangement& arrangement, const VisitTree& visit);

// The recurrence for the number of calls of Generate_tree. [BPRR99 Table 5]
double generate_tree_complexity(int p, int q);

// W of the best tree that a search visits, and how many it visits.
struct Visited {
  double best = 0;
  int trees = 0;
};
Visited visited_by(const std::function<void(const Arrangement&, const VisitTree&)>& search,
                   const Arrangement& arrangement);

// W of a 2 x 2 grid, best shares. [BPRR99 §4.3.2]
double best_2x2_work_rate(double t00, double t01, double t10, double t11);

// Calls visit with each non-decreasing arrangement as row-major places holding indices into the sorted cycle-times; visit
// returns false to stop. All different: arrangement_count of them.
void for_each_non_decreasing_arrangement(std::span<const double> sorted_cycle_times, int p, int q,
                                         const std::function<bool(std::span<const int>)>& visit);

// True when no processor is slower than its right or lower neighbour. Some optimal arrangement is like that.
// [BPRR99 Theorem 1, where "non-increasing" is a misprint]
bool is_non_decreasing(const Arrangement& arrangement);

}  // namespace het::test
