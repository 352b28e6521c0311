#pragma once
// The plan of a p x q grid: who sits where, with which rational shares.
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

enum class Method {
  exact,      // all non-decreasing arrangements, all acceptable trees; Error when that is too much work
  heuristic,  // BPRR99 §4.4
  best,  // the best that bounded work finds: heuristic, climbing, swaps, and exact search as far as it gets
};
// All of them, in the order of the enumeration.
std::span<const Method> all_methods();
std::string_view method_name(Method method);
std::optional<Method> method_named(std::string_view name);

// An immutable value: no MPI, no time, no chance; the same input gives the same plan on every process.
//
// Worked example, plan_grid({1, 2, 3, 6}, 2, 2): arrangement | 1 2 / 3 6 |, r = (1, 1/3), c = (1, 1/2), W = 2
// = bound, uniform 2/3, optimal. So a balanced distribution is up to three times as fast as a uniform one.
struct GridPlan {
  Arrangement arrangement;
  Shares shares;
  double bound = 0;              // sum of 1/t over the grid
  double uniform_work_rate = 0;  // p q / max t
  Method method = Method::best;  // as asked for
  bool optimal = false;  // no plan for these processors (plan_shares: for this arrangement) is better, proven
  bool operator==(const GridPlan&) const = default;
};
std::ostream& operator<<(std::ostream& out, const GridPlan& plan);

// Arranges the p*q fastest of the processors and finds their shares. Equal processors keep their order from
// left to right and top to bottom. Throws Error for bad cycle-times, p or q < 1, p*q > number of processors,
// or a grid too large for Method::exact. Work: heuristic O(n log n + p q); best at most about 2e7 elementary
// steps beyond that (tens of milliseconds).
GridPlan plan_grid(std::span<const double> cycle_times, int p, int q, Method method = Method::best);

// Keeps a given arrangement and finds its shares. Same errors and limits.
GridPlan plan_shares(const Arrangement& arrangement, Method method = Method::best);

// The grid shape p x q, p*q <= n, and its plan. W alone always prefers one long row (1 x n has no idle
// processor), which pays for it in communication; so of all shapes whose W is within 5 % of the best W, the
// squarest is taken (p <= q), and of equally square ones the best W. O(sqrt(n)) plans: for a number of rows,
// more columns never lower W.
inline constexpr double shape_tolerance = 0.05;
GridPlan plan_best_shape(std::span<const double> cycle_times, Method method = Method::best);

}  // namespace het
