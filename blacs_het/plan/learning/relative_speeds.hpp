#pragma once
#include <vector>

namespace het {

// Cycle-times within `ratio` of the smallest of their group get the group's mean: what no measurement tells apart makes
// no plan. O(n log n).
void join_equal(std::vector<double>& cycle_times, double ratio);

// Divides by the smallest: the fastest processor has 1. Not for an empty list.
void normalise(std::vector<double>& cycle_times);

// How many times as long the processors take as cycle-times `given` say, by those that were seen of them: the middle one
// counts, because of a group that looked alike the fastest has the mean. Of as many, at least one. O(n log n).
double scale_between(const std::vector<double>& seen, const std::vector<double>& given);

// The middle one, of two the larger. Not for an empty list. O(n).
double median(std::vector<double> values);

// Largest over smallest.
double spread(const std::vector<double>& cycle_times);

}  // namespace het
