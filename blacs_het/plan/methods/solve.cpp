#include "blacs_het/plan/methods/solve.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "blacs_het/plan/methods/canonical.hpp"
#include "blacs_het/plan/methods/exact/arrangements.hpp"
#include "blacs_het/plan/methods/exact/exact.hpp"
#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/natural/natural.hpp"
#include "blacs_het/plan/methods/search/search.hpp"
#include "blacs_het/plan/methods/svd/svd.hpp"
#include "blacs_het/plan/methods/trees/acceptable_trees.hpp"
#include "blacs_het/plan/methods/trees/climb.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// Kicks before an exact search: enough to find the best of small grids nearly always.
constexpr double kicks_for_a_start = 300;
// Method::best tries to prove with this part of its work, and only where it may succeed.
constexpr double part_for_proof = 0.5;
constexpr double provable_arrangements = 1e5;
constexpr int provable_types = 4;
// Grids on which the default limit of Method::exact sufficed for all of many random speeds.
constexpr const char* exact_reach = "4 x 4, 3 x 5 or 2 x 12 of any speeds, and 6 x 6 of four different ones";

struct Task {
  std::span<const double> cycle_times;
  int p, q;
  std::uint64_t seed;
  double steps;
};

// Different speeds among the processors of the grid.
int types_of(const Task& task) {
  int types = 0;
  double last = 0;
  for (const int k : fastest(task.cycle_times, task.p * task.q)) {
    const double t = task.cycle_times[static_cast<std::size_t>(k)];
    types += t != last, last = t;
  }
  return types;
}

Candidate heuristic_candidate(const Task& task) {
  Arrangement arrangement = heuristic_arrangement(task.cycle_times, task.p, task.q);
  Shares shares = heuristic_shares(arrangement);
  return {std::move(arrangement), std::move(shares), false};
}

Candidate marked(Candidate candidate) {
  if (reaches_bound(candidate.arrangement, candidate.shares))
    candidate.optimal = candidate.shares.optimal = true;
  return candidate;
}

// Every polynomial method's plan.
std::vector<Candidate> starts_of(const Task& task, double swap_steps) {
  std::vector<Candidate> starts{heuristic_candidate(task),
                                natural_candidate(task.cycle_times, task.p, task.q),
                                svd_candidate(task.cycle_times, task.p, task.q)};
  WorkLimit limit(swap_steps);
  starts.push_back(improve_by_swaps(task.cycle_times, starts.front(), limit));
  return starts;
}

Candidate searched(const Task& task, double steps) {
  WorkLimit limit(steps);
  const double swap_steps = steps / 8;
  limit.take(swap_steps);
  return marked(iterated_search(task.cycle_times, starts_of(task, swap_steps), task.seed, limit));
}

// A search for the start of an exact one.
Candidate start_of(const Task& task, double most_steps) {
  const double places = static_cast<double>(task.p) * task.q;
  return searched(task, std::min(most_steps, kicks_for_a_start * 5 * places * (task.p + task.q)));
}

Candidate exact_candidate(const Task& task) {
  const Candidate start = start_of(task, task.steps / 4);
  if (start.optimal) return start;
  WorkLimit limit(task.steps);
  Candidate result = exact_search(task.cycle_times, start, limit);
  require(
      result.optimal,
      "the exact method gave up on a {} x {} grid of {} different speeds, for which its limit of work is too "
      "small; use method best, which needs no proof, or a larger limit; the usual one, a second, goes up to "
      "{}",
      task.p, task.q, types_of(task), exact_reach);
  return result;
}

bool is_provable(const Task& task) {
  return arrangement_count(task.p, task.q) <= provable_arrangements || types_of(task) <= provable_types;
}

Candidate best_candidate(const Task& task) {
  if (!is_provable(task)) return searched(task, task.steps);
  const Candidate start = start_of(task, task.steps * (1 - part_for_proof) / 2);
  if (start.optimal) return start;
  WorkLimit limit(task.steps * part_for_proof);
  const Candidate exact = exact_search(task.cycle_times, start, limit);
  if (exact.optimal) return exact;
  WorkLimit rest(task.steps * (1 - part_for_proof) / 2);
  return marked(iterated_search(task.cycle_times, std::array{exact}, task.seed + 1, rest));
}

Candidate swapped(const Task& task) {
  WorkLimit limit(task.steps);
  return marked(improve_by_swaps(task.cycle_times, heuristic_candidate(task), limit));
}

Candidate found(const Task& task, Method method) {
  switch (method) {
    case Method::exact:
      return exact_candidate(task);
    case Method::heuristic:
      return marked(heuristic_candidate(task));
    case Method::svd:
      return marked(svd_candidate(task.cycle_times, task.p, task.q));
    case Method::swaps:
      return swapped(task);
    case Method::search:
      return searched(task, task.steps);
    case Method::natural:
      return marked(natural_candidate(task.cycle_times, task.p, task.q));
    case Method::best:
      break;
  }
  return best_candidate(task);
}

// The best that climbing from several starts finds.
Shares climbed(const Arrangement& a, double steps, bool from_all) {
  WorkLimit limit(steps);
  Shares best = heuristic_shares(a);
  const auto climb = [&](const Shares& start) {
    Shares shares = climb_trees(a, start.row_weight, limit);
    if (better(shares, best)) best = std::move(shares);
  };
  climb(best);
  if (!from_all) return best;
  climb(svd_shares(a)), climb(natural_shares(a));
  return best;
}

Shares exact_shares(const Arrangement& a, double steps) {
  const double work = best_acceptable_tree_work(a);
  require(work <= steps,
          "the best shares of a {} x {} arrangement take {:.3g} steps, and the limit is {:g}; {:g} steps, a "
          "second, suffice up to 10 x 10; use method best, which needs no proof, or a larger limit",
          a.p(), a.q(), work, steps, steps_of(Method::exact, {}));
  return best_acceptable_tree(a);
}

Shares best_shares(const Arrangement& a, double steps) {
  return best_acceptable_tree_work(a) <= steps ? best_acceptable_tree(a) : climbed(a, steps, true);
}

}  // namespace

Candidate arranged(std::span<const double> cycle_times, int p, int q, Method method,
                   const PlanOptions& options) {
  Candidate result = found({cycle_times, p, q, options.seed, steps_of(method, options)}, method);
  // The plans of the papers stay as the papers arrange them.
  if (method == Method::heuristic || method == Method::natural || method == Method::svd)
    result.arrangement = equals_in_order(result.arrangement, cycle_times);
  else
    result = canonical(result, cycle_times);
  return result;
}

Shares shares_of(const Arrangement& a, Method method, const PlanOptions& options) {
  const double steps = steps_of(method, options);
  const auto by_method = [&] {
    switch (method) {
      case Method::exact:
        return exact_shares(a, steps);
      case Method::heuristic:
        return heuristic_shares(a);
      case Method::svd:
        return svd_shares(a);
      case Method::swaps:
        return climbed(a, steps, false);
      case Method::search:
        return climbed(a, steps, true);
      case Method::natural:
        return natural_shares(a);
      case Method::best:
        break;
    }
    return best_shares(a, steps);
  };
  Shares shares = by_method();
  shares.optimal = shares.optimal || reaches_bound(a, shares);
  return shares;
}

}  // namespace het
