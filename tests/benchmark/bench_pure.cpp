// Seconds that the pure rooms take: what a call pays before the first byte moves. bench_pure --help tells how to
// choose.
#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/rounding.hpp"
#include "src/distribution/schedule.hpp"

namespace het {
namespace {

std::vector<double> unequal(int processors) {
  std::vector<double> cycle_times(static_cast<std::size_t>(processors));
  std::iota(cycle_times.begin(), cycle_times.end(), 1.0);
  return cycle_times;
}

// One rank's transfers between two block-cyclic layouts of an n x n matrix on a p x p grid.
void schedule_of_one_rank(benchmark::State& state) {
  const Extent n = state.range(0);
  const int p = static_cast<int>(state.range(1));
  const Distribution from = block_cyclic(n, n, 64, 64, p, p), to = block_cyclic(n, n, 96, 96, p, p);
  const Placement grid = Placement::row_major(p, p);
  const GlobalIndex zero(0);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        Schedule({&from, &grid, zero, zero}, {&to, &grid, zero, zero}, n, n).for_rank(0));
}
BENCHMARK(schedule_of_one_rank)->Args({4000, 2})->Args({4000, 8})->Args({100000, 8})->Args({100000, 32});

void plan_of_a_grid(benchmark::State& state) {
  const int p = static_cast<int>(state.range(0));
  const auto cycle_times = unequal(p * p);
  for (auto _ : state) benchmark::DoNotOptimize(plan_grid(cycle_times, p, p));
}
BENCHMARK(plan_of_a_grid)->DenseRange(2, 4)->Arg(8)->Unit(benchmark::kMillisecond);

void integer_shares(benchmark::State& state) {
  const int p = static_cast<int>(state.range(0));
  const GridPlan plan = plan_grid(unequal(p * p), p, p, Method::heuristic);
  for (auto _ : state)
    benchmark::DoNotOptimize(round_to_pattern(plan.arrangement, plan.shares, state.range(1), state.range(1)));
}
BENCHMARK(integer_shares)->Args({2, 500})->Args({8, 500})->Args({8, 12500});

void owner_and_position(benchmark::State& state) {
  const AxisMap map = AxisMap::block_cyclic(1'000'000, 64, 8);
  Extent i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(map.local_index(GlobalIndex(i)));
    i = (i + 997) % map.extent();
  }
}
BENCHMARK(owner_and_position);

}  // namespace
}  // namespace het
