// How good the planner's methods are, and how long they take. bench_plans --help tells what may be chosen.
//   bench_plans --count 4000                      against exact optima of random grids from 2x3 to 4x4
//   bench_plans --grid 8x8 --steps 1e7 --count 10 share of the bound sum 1/t on one size of grid
//   bench_plans --choice 64 --count 5             choosing among grids for a call, as the library does
// Times are of the processor, not of the clock on the wall.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "blacs_het/plan/decision/decision.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "src/base/error.hpp"
#include "src/model/total_speed.hpp"

namespace {

using het::GridPlan;
using het::Method;

// Speeds of several kinds: uniform, wide (three decades), few generations, some stragglers.
std::vector<double> cycle_times_of(int count, unsigned seed, int kind) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> times;
  for (int k = 0; k < count; ++k) {
    const double x = uniform(engine), y = uniform(engine);
    if (kind == 0) times.push_back(1 / (0.1 + 0.9 * x));
    if (kind == 1) times.push_back(std::pow(1000.0, x));
    if (kind == 2) times.push_back(1 + std::floor(4 * x) * 0.7);
    if (kind == 3) times.push_back(y < 0.25 ? 10 + 10 * x : 1 + x);
  }
  return times;
}

// Milliseconds of this process's processor.
double cpu_milliseconds() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Timed {
  GridPlan plan;
  double milliseconds;
};
Timed timed(const std::vector<double>& times, int p, int q, Method method, const het::PlanOptions& options) {
  const double start = cpu_milliseconds();
  GridPlan plan = het::plan_grid(times, p, q, method, options);
  return {std::move(plan), cpu_milliseconds() - start};
}

struct Row {
  double sum = 0, worst = 0, milliseconds = 0, longest = 0;
  int proven = 0;
  void add(double value, const Timed& result) {
    sum += value, worst = std::max(worst, value);
    milliseconds += result.milliseconds, longest = std::max(longest, result.milliseconds);
    proven += result.plan.optimal;
  }
  void print(Method method, int count, const char* unit) const {
    fmt::print("{:10} mean {} {:9.5f} %  worst {:8.4f} %  {:9.3f} ms (longest {:.3f})  proven {}\n",
               het::method_name(method), unit, 100 * sum / count, 100 * worst, milliseconds / count, longest,
               proven);
  }
};

void against_optima(int count, const het::PlanOptions& options) {
  constexpr std::pair<int, int> shapes[] = {{2, 3}, {2, 4}, {3, 3}, {2, 5}, {3, 4}, {4, 4}};
  std::vector<Row> rows(het::all_methods().size());
  for (int k = 0; k < count; ++k) {
    const auto [p, q] = shapes[k % 6];
    const std::vector<double> times = cycle_times_of(p * q, static_cast<unsigned>(k), k / 6 % 4);
    const Timed exact = timed(times, p, q, Method::exact, {});
    for (const Method method : het::all_methods()) {
      const Timed result = method == Method::exact ? exact : timed(times, p, q, method, options);
      const double gap = 1 - result.plan.shares.work_rate / exact.plan.shares.work_rate;
      rows[static_cast<std::size_t>(method)].add(std::max(gap, 0.0), result);
    }
  }
  fmt::print("gap to the optimum, {} grids from 2x3 to 4x4\n", count);
  for (const Method method : het::all_methods())
    rows[static_cast<std::size_t>(method)].print(method, count, "gap");
}

// Every processor has one of `types` speeds, or its own.
std::vector<double> typed_cycle_times(int count, unsigned seed, int kind, int types) {
  if (types == 0) return cycle_times_of(count, seed, kind);
  const std::vector<double> speeds = cycle_times_of(types, seed, kind);
  std::mt19937 engine(seed + 1);
  std::vector<double> times;
  for (int k = 0; k < count; ++k) times.push_back(speeds[engine() % speeds.size()]);
  return times;
}

void on_grid(int p, int q, int count, int kind, int types, const std::vector<Method>& methods,
             const het::PlanOptions& options) {
  fmt::print("below sum 1/t, {} grids {}x{}\n", count, p, q);
  for (const Method method : methods) {
    Row row;
    int refused = 0;
    for (int k = 0; k < count; ++k) {
      try {
        const Timed result =
            timed(typed_cycle_times(p * q, static_cast<unsigned>(k), kind, types), p, q, method, options);
        row.add(1 - result.plan.shares.work_rate / result.plan.bound, result);
      } catch (const het::Error&) {
        ++refused;  // more work than exact may do
      }
    }
    if (refused < count) row.print(method, count - refused, "gap");
    if (refused > 0) fmt::print("{:10} refused {} of {}\n", het::method_name(method), refused, count);
  }
}

// What the library does at the first call of a shape: all ways to compute it, planned and predicted.
void on_choice(int processors, het::Extent n, int count, int kind) {
  const auto [p, q] = het::squarest_grid(processors);
  const het::Placed caller{het::block_cyclic(n, n, 64, 64, p, q), het::Placement::row_major(p, q)};
  fmt::print("choice of a grid for {} processors, N = {}, {} sets of speeds\n", processors, n, count);
  for (const het::RoutineKind routine : het::all_routine_kinds) {
    const het::CallShape shape = routine == het::RoutineKind::gemm
                                     ? het::CallShape::product(n, n, n, 2, 8)
                                     : het::CallShape::factorization(routine, n, n, 2, 8);
    double sum = 0, seconds = 0, bound = 0, longest = 0;
    std::string grids;
    for (int k = 0; k < count; ++k) {
      const het::Platform platform{
          cycle_times_of(processors, static_cast<unsigned>(k), kind), 1e-10, {8e-10, 2e-5}};
      const double start = cpu_milliseconds();
      const het::Ways ways = het::predict_ways(platform, shape, caller, {});
      const double taken = cpu_milliseconds() - start;
      const het::LayoutCandidate& best = ways.moved.front();
      sum += taken, longest = std::max(longest, taken), seconds += best.total();
      bound += het::flops(shape) * platform.seconds_per_flop / het::total_speed(platform.cycle_times);
      if (k < 3)
        grids += fmt::format(" {}x{} {} {}", best.layout.p, best.layout.q, best.order, best.panel_width);
    }
    fmt::print("{:10} {:9.2f} ms (longest {:.2f})  predicted / bound {:.4f} {}\n", het::short_name(routine),
               sum / count, longest, seconds / bound, grids);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Quality and time of the planner's methods"};
  int count = 600, kind = 0, processors = 0, types = 0;
  het::Extent n = 8000;
  std::string grid;
  std::vector<std::string> names;
  het::PlanOptions options;
  app.add_option("--count", count, "random sets of processors")->check(CLI::PositiveNumber);
  app.add_option("--grid", grid, "PxQ: one size of grid, against the bound");
  app.add_option("--speeds", kind, "0 uniform in [0.1, 1], 1 three decades, 2 four generations, 3 stragglers")
      ->check(CLI::Range(0, 3));
  app.add_option("--types", types, "so many different speeds on the grid; 0: all different")
      ->check(CLI::Range(0, 1000));
  app.add_option("--choice", processors, "processors: choose among their grids, for each routine")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--n", n, "size of the matrices of --choice")->check(CLI::Range(1, 1'000'000));
  app.add_option("--method", names, "methods to run with --grid (default: all but exact)");
  app.add_option("--steps", options.steps, "limit of work; 0: the method's own");
  app.add_option("--seed", options.seed, "of the kicks");
  CLI11_PARSE(app, argc, argv);
  try {
    if (processors > 0) return on_choice(processors, n, count, kind), 0;
    if (grid.empty()) return against_optima(count, options), 0;
    const auto x = grid.find('x');
    het::require(x != std::string::npos, "the grid is '{}'; it must be like 8x8", grid);
    std::vector<Method> methods;
    for (const Method method : het::all_methods()) {
      const bool named = std::find(names.begin(), names.end(), het::method_name(method)) != names.end();
      if (names.empty() ? method != Method::exact : named) methods.push_back(method);
    }
    on_grid(std::stoi(grid.substr(0, x)), std::stoi(grid.substr(x + 1)), count, kind, types, methods,
            options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_plans: {}\n", error.what());
    return 2;
  }
  return 0;
}
