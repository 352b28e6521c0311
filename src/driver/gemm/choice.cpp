#include "src/driver/gemm/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "blacs_het/plan/pattern.hpp"
#include "blacs_het/plan/rounding.hpp"
#include "src/algorithm/summa.hpp"
#include "src/base/say.hpp"

namespace het {
namespace {

// Gains below these are not worth the risk of a wrong prediction.
constexpr double in_place_gain = 0.97;
constexpr double moved_gain = 0.92;
// The same where the cycle-times were measured: processes that share cores can look unequal by a third for a while.
constexpr double measured_moved_gain = 0.7;

Extent units(Extent n) { return (n + gemm_unit - 1) / gemm_unit; }

AxisMap contiguous_axis(Extent extent, const std::vector<Extent>& shares) {
  return AxisMap(extent, gemm_unit, gemm_unit, contiguous_pattern(shares), static_cast<int>(shares.size()));
}

Platform platform_of(const Speeds& speeds) {
  return {speeds.cycle_times, speeds.seconds_per_flop, speeds.seconds_per_byte, speeds.latency};
}

// Grids worth trying: the user's, or all p x q that use every process; on large machines the caller's shape
// alone, because each plan costs milliseconds.
std::vector<std::pair<int, int>> candidate_grids(const Context& context) {
  if (context.config().grid) return {*context.config().grid};
  const int n = context.comm().size();
  if (n > 64) return {{context.grid().nprow, context.grid().npcol}};
  std::vector<std::pair<int, int>> grids;
  for (int p = 1; p <= n; ++p)
    if (n % p == 0) grids.emplace_back(p, n / p);
  return grids;
}

GemmChoice moved_choice(Context& context, const Platform& platform, const GemmShape& shape,
                        const Distribution& c, std::pair<int, int> grid) {
  const GridPlan& plan = context.plan(grid.first, grid.second);
  const IntegerShares shares =
      round_to_pattern(plan.arrangement, plan.shares, units(shape.m), units(shape.n));
  GemmChoice choice;
  choice.way = GemmChoice::moved;
  choice.p = grid.first;
  choice.q = grid.second;
  choice.order.assign(plan.arrangement.order().begin(), plan.arrangement.order().end());
  choice.row_shares = shares.rows;
  choice.col_shares = shares.cols;
  const Distribution target = choice.distribution(shape.m, shape.n);
  const Placement placement = choice.placement(context.comm().size());
  choice.compute = summa_seconds(platform, shape, target, placement, SummaOptions{}.panel_k);
  choice.move_out = move_seconds(platform, shape, target, placement, c, context.placement());
  const double slowest = *std::max_element(platform.cycle_times.begin(), platform.cycle_times.end());
  choice.bound = plan.shares.work_rate * slowest / context.comm().size();
  return choice;
}

void say_candidate(const Config& config, const GemmShape& shape, const GemmChoice& candidate,
                   double reference) {
  if (config.verbose < 2) return;
  say("hetscalapack: gemm {} x {} x {}: {} {} x {} predicted {:.4g} s, ScaLAPACK {:.4g} s\n", shape.m,
      shape.n, shape.k, candidate.way == GemmChoice::in_place ? "in place on" : "moved to", candidate.p,
      candidate.q, candidate.predicted(), reference);
}

}  // namespace

Distribution GemmChoice::distribution(Extent m, Extent n) const {
  return {contiguous_axis(m, row_shares), contiguous_axis(n, col_shares)};
}

Placement GemmChoice::placement(int ranks) const {
  Placement placement;
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  for (int at = 0; at < p * q; ++at)
    placement.of_rank[static_cast<std::size_t>(order[static_cast<std::size_t>(at)])] = {at / q, at % q};
  return placement;
}

std::vector<Extent> GemmChoice::encode() const {
  const auto nano = [](double x) { return static_cast<Extent>(std::llround(std::min(x, 1e9) * 1e9)); };
  std::vector<Extent> numbers{way, p, q, nano(compute), nano(move_out), nano(reference), nano(bound)};
  numbers.insert(numbers.end(), order.begin(), order.end());
  numbers.insert(numbers.end(), row_shares.begin(), row_shares.end());
  numbers.insert(numbers.end(), col_shares.begin(), col_shares.end());
  return numbers;
}

GemmChoice GemmChoice::decode(const std::vector<Extent>& numbers) {
  GemmChoice choice;
  choice.way = static_cast<Way>(numbers[0]);
  choice.p = static_cast<int>(numbers[1]);
  choice.q = static_cast<int>(numbers[2]);
  const auto seconds = [&](std::size_t at) { return static_cast<double>(numbers[at]) * 1e-9; };
  choice.compute = seconds(3);
  choice.move_out = seconds(4);
  choice.reference = seconds(5);
  choice.bound = seconds(6);
  if (choice.way != moved) return choice;
  auto next = numbers.begin() + 7;
  choice.order.assign(next, next + choice.p * choice.q);
  next += choice.p * choice.q;
  choice.row_shares.assign(next, next + choice.p);
  choice.col_shares.assign(next + choice.p, next + choice.p + choice.q);
  return choice;
}

GemmChoice choose_gemm(Context& context, const GemmShape& shape, const Distribution& c) {
  const Config& config = context.config();
  const Platform platform = platform_of(*context.speeds());
  const bool always = config.mode == Mode::always;
  const double reference = reference_seconds(platform, shape, c, context.placement());

  std::optional<GemmChoice> best_moved;
  for (const auto& grid : candidate_grids(context)) {
    GemmChoice candidate = moved_choice(context, platform, shape, c, grid);
    say_candidate(config, shape, candidate, reference);
    if (!best_moved || candidate.predicted() < best_moved->predicted()) best_moved = std::move(candidate);
  }
  GemmChoice in_place;
  in_place.way = GemmChoice::in_place;
  in_place.p = c.p();
  in_place.q = c.q();
  in_place.compute = summa_seconds(platform, shape, c, context.placement(), SummaOptions{}.panel_k);
  in_place.bound = 1;
  say_candidate(config, shape, in_place, reference);

  GemmChoice best;
  double seconds = reference;
  if (always || in_place.predicted() < in_place_gain * seconds) {
    seconds = in_place.predicted();
    best = std::move(in_place);
  }
  const double gain = config.measured() ? measured_moved_gain : moved_gain;
  if ((always && config.grid) || best_moved->predicted() < gain * seconds) best = std::move(*best_moved);
  best.reference = reference;
  return best;
}

}  // namespace het
