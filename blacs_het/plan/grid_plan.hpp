#pragma once
// The plan of a p x q grid: who sits where, with which rational shares.
#include <iosfwd>
#include <span>

#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/methods/method.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

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

// Throws Error unless a p x q grid has a processor and not more of them than there are.
void require_grid(int p, int q, std::size_t processors);

// Arranges the p*q fastest of the processors and finds their shares. Rows and columns come by falling shares (the
// papers' methods keep the papers' order), equal processors keep their order from left to right and top to bottom.
// Throws Error for bad cycle-times, p or q < 1, p*q > number of processors, a number of steps that is negative or no
// number, or a grid too large for Method::exact. Work: as PlanOptions say; heuristic and natural O(n log n + p q).
GridPlan plan_grid(std::span<const double> cycle_times, int p, int q, Method method = Method::best,
                   const PlanOptions& options = {});

// The same while a call waits for several such plans: Method::best takes 2e6 steps by default, at most about 6 ms.
GridPlan plan_in_call(std::span<const double> cycle_times, int p, int q, Method method = Method::best,
                      PlanOptions options = {});

// Keeps a given arrangement and finds its shares. Same errors and limits.
GridPlan plan_shares(const Arrangement& arrangement, Method method = Method::best,
                     const PlanOptions& options = {});

// The grid shape p x q, p*q <= n, and its plan. W alone always prefers one long row (1 x n has no idle
// processor), which pays for it in communication; so of all shapes whose W is within 5 % of the best W, the
// squarest is taken (p <= q), and of equally square ones the best W. O(sqrt(n)) plans: for a number of rows,
// more columns never lower W.
inline constexpr double shape_tolerance = 0.05;
GridPlan plan_best_shape(std::span<const double> cycle_times, Method method = Method::best,
                         const PlanOptions& options = {});

}  // namespace het
