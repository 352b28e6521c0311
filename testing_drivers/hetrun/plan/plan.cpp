#include "testing_drivers/hetrun/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

constexpr long node_limit = 2'000'000;

// Ranks by decreasing weight 1/t, placed one after the other; load = sum of weights / capacity of the fullest
// core.
struct Search {
  std::vector<double> weights;
  std::vector<double> capacities;
  std::vector<double> used;
  std::vector<int> at, best_at;
  double best_load = std::numeric_limits<double>::infinity();
  double bound = 0;  // no assignment has a smaller load
  long nodes = 0;

  bool same_as_earlier_core(int core) const {
    for (int c = 0; c < core; ++c)
      if (used[c] == used[core] && capacities[c] == capacities[core]) return true;
    return false;
  }

  void place(size_t rank, double load) {
    if (load >= best_load || best_load <= bound || ++nodes > node_limit) return;
    if (rank == weights.size()) {
      best_load = load;
      best_at = at;
      return;
    }
    std::vector<int> order(capacities.size());
    std::iota(order.begin(), order.end(), 0);
    auto load_with = [&](int core) { return (used[core] + weights[rank]) / capacities[core]; };
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return load_with(x) < load_with(y); });
    for (int core : order) {
      if (same_as_earlier_core(core)) continue;
      const double before = used[core];
      used[core] += weights[rank];
      at[rank] = core;
      place(rank + 1, std::max(load, used[core] / capacities[core]));
      used[core] = before;
    }
  }
};

}  // namespace

double Plan::duty(int rank) const { return 1 / (cycle_times[rank] * dilation); }

Plan plan_ranks(std::span<const double> cycle_times, std::span<const double> capacities) {
  std::vector<int> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return cycle_times[x] < cycle_times[y]; });

  Search search;
  for (int rank : order) search.weights.push_back(1 / cycle_times[rank]);
  search.capacities.assign(capacities.begin(), capacities.end());
  search.used.assign(capacities.size(), 0);
  search.at.assign(order.size(), 0);
  const double total = std::accumulate(search.weights.begin(), search.weights.end(), 0.0);
  const double room = std::accumulate(capacities.begin(), capacities.end(), 0.0);
  const double widest = *std::max_element(capacities.begin(), capacities.end());
  search.bound = std::max(total / room, search.weights.front() / widest) * (1 + 1e-12);
  search.place(0, 0);  // its first descent is longest processing time first

  Plan plan{{cycle_times.begin(), cycle_times.end()}, std::vector<int>(order.size()), 1};
  for (size_t i = 0; i < order.size(); ++i) plan.core_of[order[i]] = search.best_at[i];
  plan.dilation = search.best_load / core_load_limit;
  for (int rank = 0; rank < static_cast<int>(order.size()); ++rank)
    if (plan.duty(rank) < smallest_duty)
      throw UsageError(fmt::format(
          "rank {}: cycle-time {:g} would leave it {:.1e} of a core; at least {:g} is needed to start "
          "within minutes",
          rank, cycle_times[rank], plan.duty(rank), smallest_duty));
  return plan;
}

std::vector<double> core_capacities(double cores, int available) {
  if (cores == 0) return std::vector<double>(available, 1.0);
  if (!(cores > 0) || cores > available)
    throw UsageError(
        fmt::format("--cores {}: not in (0, {}], the cores this process may use", cores, available));
  std::vector<double> capacities(static_cast<size_t>(std::floor(cores)), 1.0);
  const double rest = cores - std::floor(cores);
  if (rest > 1e-9) capacities.push_back(rest);
  return capacities;
}

}  // namespace het::run
