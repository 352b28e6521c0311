#pragma once
// The best arrangement and the best shares, by looking at all that could be better.
#include <functional>
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// W of a 2 x 2 grid, best shares, closed form. [BPRR99 §4.3.2]
double best_2x2_work_rate(double t00, double t01, double t10, double t11);

// Calls visit with each non-decreasing p x q arrangement of the sorted cycle-times t_0 <= t_1 <= ... (p*q of
// them), as row-major places holding indices into that list. Equal cycle-times are one type of processor:
// exchanging two of them gives nothing new. visit returns false to stop. [BPRR99 Theorem 1, §7.1] All
// different: (pq)! prod_{i<p} i! / prod_{i=q}^{q+p-1} i! arrangements (hook formula).
void for_each_non_decreasing_arrangement(std::span<const double> sorted_cycle_times, int p, int q,
                                         const std::function<bool(std::span<const int>)>& visit);

// The best plan for the p*q fastest processors: all non-decreasing arrangements, each with its best
// acceptable tree. A partly filled grid is left when it cannot beat what is known: every 2 x 2 part does at
// most its own W, every other processor at most 1/t. `known` is returned when nothing is better. Optimal
// (proven) unless the limit ran out.
Candidate exact_search(std::span<const double> cycle_times, const Candidate& known, WorkLimit& limit);

}  // namespace het
