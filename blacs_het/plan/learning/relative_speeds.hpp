#pragma once
#include <vector>

namespace het {

// Cycle-times within `ratio` of the smallest of their group get the group's mean: what no measurement tells apart makes
// no plan. O(n log n).
void join_equal(std::vector<double>& cycle_times, double ratio);

// Divides by the smallest: the fastest processor has 1. Not for an empty list.
void normalise(std::vector<double>& cycle_times);

// Largest over smallest.
double spread(const std::vector<double>& cycle_times);

}  // namespace het
