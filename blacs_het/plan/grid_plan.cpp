#include "blacs_het/plan/grid_plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <ostream>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/methods/exact.hpp"
#include "blacs_het/plan/methods/heuristic.hpp"
#include "blacs_het/plan/methods/spanning_trees.hpp"
#include "blacs_het/plan/methods/swaps.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// Elementary steps: about 5 ns each.
constexpr double best_work = 1e7;
constexpr double exact_work = 4e9;

Candidate heuristic_candidate(std::span<const double> cycle_times, int p, int q) {
  Arrangement arrangement = heuristic_arrangement(cycle_times, p, q);
  Shares shares = heuristic_shares(arrangement);
  const bool optimal = shares.optimal = reaches_bound(arrangement, shares);
  return {std::move(arrangement), std::move(shares), optimal};
}

// The faster of its first row and column as the first row: one of two equal plans of a square grid.
Candidate upright(Candidate c) {
  const Arrangement flipped = c.arrangement.transposed();
  if (flipped.p() != flipped.q() ||
      !std::lexicographical_compare(flipped.cycle_times().begin(), flipped.cycle_times().end(),
                                    c.arrangement.cycle_times().begin(), c.arrangement.cycle_times().end()))
    return c;
  return {flipped, transposed(c.shares), c.optimal};
}

// Equal processors in the order of the input from left to right, top to bottom.
Arrangement equals_in_order(const Arrangement& a, std::span<const double> cycle_times) {
  std::vector<int> used(a.order().begin(), a.order().end()), cells(used.size()), order(used.size());
  std::iota(cells.begin(), cells.end(), 0);
  const auto t = a.cycle_times();
  std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) {
    return t[static_cast<std::size_t>(x)] < t[static_cast<std::size_t>(y)];
  });
  std::sort(used.begin(), used.end(), [&](int x, int y) {
    const double tx = cycle_times[static_cast<std::size_t>(x)], ty = cycle_times[static_cast<std::size_t>(y)];
    return tx != ty ? tx < ty : x < y;
  });
  for (std::size_t k = 0; k < used.size(); ++k) order[static_cast<std::size_t>(cells[k])] = used[k];
  return Arrangement(a.p(), a.q(), cycle_times, std::move(order));
}

// Row by row, fastest first: a start for swaps that the alternating border of the heuristic does not reach.
Candidate row_by_row(std::span<const double> cycle_times, int p, int q, WorkLimit& limit) {
  Arrangement arrangement(p, q, cycle_times, fastest(cycle_times, p * q));
  Shares shares = good_shares(arrangement, std::vector<double>(static_cast<std::size_t>(p), 1.0), limit);
  return {std::move(arrangement), std::move(shares), false};
}

Candidate improved(const Candidate& start, WorkLimit& limit) {
  Candidate candidate = start;
  Shares shares = good_shares(start.arrangement, start.shares.row_weight, limit);
  if (better(shares, candidate.shares)) candidate.shares = std::move(shares);
  return improve_by_swaps(candidate, limit);
}

Candidate searched(std::span<const double> cycle_times, int p, int q, double exact_limit) {
  Candidate best = heuristic_candidate(cycle_times, p, q);
  if (best.optimal) return upright(best);
  WorkLimit limit(best_work / 2), second(best_work / 4);
  best = improved(best, limit);
  if (Candidate other = improved(row_by_row(cycle_times, p, q, second), second);
      better(other.shares, best.shares))
    best = std::move(other);
  WorkLimit exact(exact_limit);
  return upright(exact_search(cycle_times, upright(best), exact));
}

Candidate exact_candidate(std::span<const double> cycle_times, int p, int q) {
  Candidate result = searched(cycle_times, p, q, exact_work);
  require(result.optimal,
          "the exact method gave up on a {} x {} grid: too many arrangements of these processors; use method "
          "best",
          p, q);
  return result;
}

Shares shares_by(const Arrangement& arrangement, Method method) {
  Shares shares = heuristic_shares(arrangement);
  shares.optimal = reaches_bound(arrangement, shares);
  if (method == Method::heuristic || shares.optimal) return shares;
  if (method == Method::exact || tree_walk_work(arrangement.p(), arrangement.q()) <= best_work)
    return best_acceptable_tree(arrangement);
  return climb_trees(arrangement, shares.row_weight);
}

GridPlan plan_of(Candidate candidate, Method method) {
  const double bound = work_rate_bound(candidate.arrangement),
               uniform = uniform_work_rate(candidate.arrangement);
  return {std::move(candidate.arrangement),
          std::move(candidate.shares),
          bound,
          uniform,
          method,
          candidate.optimal};
}

// The methods: a new one is a name and a function here.
struct MethodEntry {
  Method method;
  std::string_view name;
  Candidate (*arrange)(std::span<const double>, int, int);
};
constexpr auto best_candidate = [](std::span<const double> t, int p, int q) {
  return searched(t, p, q, best_work);
};
constexpr std::array methods{
    MethodEntry{Method::exact, "exact", exact_candidate},
    MethodEntry{Method::heuristic, "heuristic", heuristic_candidate},
    MethodEntry{Method::best, "best", best_candidate},
};
constexpr auto method_list = [] {
  std::array<Method, methods.size()> list{};
  for (std::size_t k = 0; k < list.size(); ++k) list[k] = methods[k].method;
  return list;
}();

const MethodEntry& entry_of(Method method) {
  return *std::find_if(methods.begin(), methods.end(),
                       [&](const MethodEntry& e) { return e.method == method; });
}

}  // namespace

std::span<const Method> all_methods() { return method_list; }

std::string_view method_name(Method method) { return entry_of(method).name; }

std::optional<Method> method_named(std::string_view name) {
  for (const MethodEntry& entry : methods)
    if (entry.name == name) return entry.method;
  return std::nullopt;
}

std::ostream& operator<<(std::ostream& out, const GridPlan& plan) {
  return out << plan.arrangement << plan.shares << ", bound " << plan.bound << ", uniform "
             << plan.uniform_work_rate << ", method " << method_name(plan.method)
             << (plan.optimal ? ", optimal" : "");
}

GridPlan plan_grid(std::span<const double> cycle_times, int p, int q, Method method) {
  require_cycle_times(cycle_times);
  require(p >= 1 && q >= 1, "a {} x {} grid has no processor; both sides must be at least 1", p, q);
  require(std::int64_t{p} * q <= static_cast<std::int64_t>(cycle_times.size()),
          "a {} x {} grid needs {} processors; only {} are given", p, q, std::int64_t{p} * q,
          cycle_times.size());
  Candidate candidate = entry_of(method).arrange(cycle_times, p, q);
  candidate.arrangement = equals_in_order(candidate.arrangement, cycle_times);
  return plan_of(std::move(candidate), method);
}

GridPlan plan_shares(const Arrangement& arrangement, Method method) {
  Shares shares = shares_by(arrangement, method);
  const bool optimal = shares.optimal;
  return plan_of({arrangement, std::move(shares), optimal}, method);
}

GridPlan plan_best_shape(std::span<const double> cycle_times, Method method) {
  require_cycle_times(cycle_times);
  const int n = static_cast<int>(cycle_times.size());
  std::vector<GridPlan> plans;  // p = 1, 2, ...: ever squarer
  for (int p = 1; p <= n / p; ++p) plans.push_back(plan_grid(cycle_times, p, n / p, method));
  double best = 0;
  for (const GridPlan& plan : plans) best = std::max(best, plan.shares.work_rate);
  const auto squarest = std::find_if(plans.rbegin(), plans.rend(), [&](const GridPlan& plan) {
    return plan.shares.work_rate >= best * (1 - shape_tolerance);
  });
  return *squarest;
}

}  // namespace het
