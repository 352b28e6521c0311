#pragma once
#include <span>
#include <vector>

namespace het::run {

// What of a core the ranks may use; the rest is for moving messages and for the operating system.
inline constexpr double core_load_limit = 0.9;
// Some 20 ms of CPU time start a program.
inline constexpr double smallest_duty = 1e-4;

// Which rank computes on which core, and how much of it.
//
// A rank with cycle-time t gets the duty 1 / (t * dilation): CPU seconds per second outside MPI. The dilation
// is the smallest for which the duties on each core sum to at most core_load_limit * capacity. Example:
// cycle-times 1 2 3 6 on two cores: rank 0 alone, ranks 1 2 3 together (1/2 + 1/3 + 1/6 = 1), dilation 1 /
// 0.9, duties .9 | .45 .3 .15.
struct Plan {
  std::vector<double> cycle_times;  // of each rank
  std::vector<int> core_of;         // index into the capacities, for each rank
  double dilation = 1;

  double duty(int rank) const;
  bool operator==(const Plan&) const = default;
};

// Plan with the smallest dilation: min over assignments of max over cores of (sum of 1/t) / (core_load_limit
// capacity), that is P || C_max on uniform machines. Longest processing time first, then branch and bound
// from there: proven best for up to about 12 ranks, best found within a fixed number of nodes beyond.
// cycle_times: one per rank, > 0; capacities: what of each core may be used, in (0, 1]; both not empty.
// Throws UsageError where a duty would be below smallest_duty.
Plan plan_ranks(std::span<const double> cycle_times, std::span<const double> capacities);

// Capacities for `cores` (0: all) of `available` cores: ones and, for a fractional number, the rest as the
// last. Throws UsageError when cores is negative or more than available.
std::vector<double> core_capacities(double cores, int available);

}  // namespace het::run
