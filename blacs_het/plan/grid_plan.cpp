#include "blacs_het/plan/grid_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/methods/solve.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

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

void check(const PlanOptions& options) {
  require(std::isfinite(options.steps) && options.steps >= 0,
          "the limit of work is {} steps; it must be a number that is not negative", options.steps);
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const GridPlan& plan) {
  return out << plan.arrangement << plan.shares << ", bound " << plan.bound << ", uniform "
             << plan.uniform_work_rate << ", method " << method_name(plan.method)
             << (plan.optimal ? ", optimal" : "");
}

void require_grid(int p, int q, std::size_t processors) {
  require(p >= 1 && q >= 1, "a {} x {} grid has no processor; both sides must be at least 1", p, q);
  require(std::int64_t{p} * q <= static_cast<std::int64_t>(processors),
          "a {} x {} grid needs {} processors; only {} are given", p, q, std::int64_t{p} * q, processors);
}

GridPlan plan_grid(std::span<const double> cycle_times, int p, int q, Method method,
                   const PlanOptions& options) {
  require_cycle_times(cycle_times);
  check(options);
  require_grid(p, q, cycle_times.size());
  return plan_of(arranged(cycle_times, p, q, method, options), method);
}

GridPlan plan_in_call(std::span<const double> cycle_times, int p, int q, Method method, PlanOptions options) {
  if (method == Method::best && options.steps == 0) options.steps = 2e6;
  return plan_grid(cycle_times, p, q, method, options);
}

GridPlan plan_shares(const Arrangement& arrangement, Method method, const PlanOptions& options) {
  check(options);
  Shares shares = shares_of(arrangement, method, options);
  const bool optimal = shares.optimal;
  return plan_of({arrangement, std::move(shares), optimal}, method);
}

GridPlan plan_best_shape(std::span<const double> cycle_times, Method method, const PlanOptions& options) {
  require_cycle_times(cycle_times);
  check(options);
  const int n = static_cast<int>(cycle_times.size());
  int shapes = 0;
  while (shapes + 1 <= n / (shapes + 1)) ++shapes;
  PlanOptions each = options;
  each.steps = steps_of(method, options) / shapes;
  std::vector<GridPlan> plans;  // p = 1, 2, ...: ever squarer
  for (int p = 1; p <= shapes; ++p) plans.push_back(plan_grid(cycle_times, p, n / p, method, each));
  double best = 0;
  for (const GridPlan& plan : plans) best = std::max(best, plan.shares.work_rate);
  const auto squarest = std::find_if(plans.rbegin(), plans.rend(), [&](const GridPlan& plan) {
    return plan.shares.work_rate >= best * (1 - shape_tolerance);
  });
  return *squarest;
}

}  // namespace het
