#include "src/driver/choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "blacs_het/plan/choice/grid_choice.hpp"
#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/base/say.hpp"
#include "src/model/routine_model.hpp"

namespace het {
namespace {

// Gains below these are not worth the risk of a wrong prediction. A factorisation has more parts to be wrong about.
constexpr double in_place_gain(RoutineKind kind) { return is_factorization(kind) ? 0.925 : 0.97; }
constexpr double sure_moved_gain = 0.92;
// The same where the cycle-times were measured: processes that share cores can look unequal by a third for a while.
// And among equal processes, where a move gains nothing but another grid and wider blocks.
constexpr double doubtful_moved_gain = 0.7;
// Panels in place are whole block columns of the caller's, or parts of them not wider than this.
constexpr Extent widest_panel = 128;

Platform platform_of(const Speeds& speeds) {
  Platform platform;
  platform.cycle_times = speeds.cycle_times;
  platform.seconds_per_flop = speeds.seconds_per_flop;
  platform.seconds_per_byte = speeds.seconds_per_byte;
  platform.latency = speeds.latency;
  platform.seconds_per_copied_byte = speeds.kernels.flops_per_copied_byte * speeds.seconds_per_flop;
  platform.rates = speeds.kernels.rates;
  return platform;
}

std::string describe(const CallShape& shape) {
  return fmt::format("{} {} x {} x {}", family_name(shape.kind), shape.m, shape.n, shape.k);
}

void say_candidate(const CallShape& shape, std::string_view what, int p, int q, const Prediction& compute,
                   double moves) {
  say("hetscalapack: {}: {} {} x {} predicted {:.4g} s (update {:.3g}, idle {:.3g}, panel {:.3g}, exchange "
      "{:.3g}, latency {:.3g}, moves {:.3g})\n",
      describe(shape), what, p, q, compute.total() + moves, compute.update, compute.idle, compute.panel,
      compute.exchange, compute.latency, moves);
}

Choice moved_choice(const LayoutCandidate& candidate) {
  Choice choice;
  static_cast<Layout&>(choice) = candidate.layout;
  choice.way = Choice::moved;
  choice.panel_width = candidate.panel_width;
  choice.move_in = candidate.move_in;
  choice.compute = candidate.compute.total();
  choice.move_out = candidate.move_out;
  return choice;
}

Choice in_place_choice(const Distribution& caller, Extent panel_width, const Prediction& compute) {
  Choice choice;
  choice.way = Choice::in_place;
  choice.p = caller.p();
  choice.q = caller.q();
  choice.panel_width = panel_width;
  choice.compute = compute.total();
  return choice;
}

// The update rate that the layouts to choose from can reach, over that of equal shares on all processes.
double best_possible_speedup(const Platform& platform, const Config& config, const LayoutCandidate& best) {
  double all = 0, slowest = 0;
  for (const double t : platform.cycle_times) all += 1 / t, slowest = std::max(slowest, t);
  return (config.grid ? best.work_rate : all) * slowest / static_cast<double>(platform.cycle_times.size());
}

// A move must be predicted below this part of the best other way's seconds.
double moved_gain(const Config& config, const Platform& platform) {
  const auto [fastest, slowest] =
      std::minmax_element(platform.cycle_times.begin(), platform.cycle_times.end());
  return config.measured() || *fastest == *slowest ? doubtful_moved_gain : sure_moved_gain;
}

// All that choose() compares.
struct Ways {
  double reference;
  Extent panel_width;  // in place
  Prediction in_place;
  std::vector<LayoutCandidate> moved;  // the best first
};

Ways predict_ways(Context& context, const Platform& platform, const CallShape& shape, const Placed& caller) {
  GridChoiceOptions options;
  options.grid = context.config().grid;
  options.plan = [&](int p, int q) { return context.plan(p, q); };
  const Extent width =
      is_factorization(shape.kind) ? std::min(caller.distribution.cols.nb(), widest_panel) : product_panel;
  return {reference_seconds(platform, shape, caller), width, predict(platform, shape, caller, width),
          rank_layouts(platform, shape, caller, options)};
}

void say_ways(const CallShape& shape, const Distribution& caller, const Ways& ways) {
  say("hetscalapack: {}: ScaLAPACK predicted {:.4g} s\n", describe(shape), ways.reference);
  say_candidate(shape, "in place on", caller.p(), caller.q(), ways.in_place, 0);
  for (const LayoutCandidate& candidate : ways.moved)
    say_candidate(shape, "moved to", candidate.layout.p, candidate.layout.q, candidate.compute,
                  candidate.move_in + candidate.move_out);
}

}  // namespace

Choice choose(Context& context, const CallShape& shape, const Placed& caller) {
  const Config& config = context.config();
  const Platform platform = platform_of(*context.speeds());
  const bool always = config.mode == Mode::always;
  const Ways ways = predict_ways(context, platform, shape, caller);
  if (config.verbose >= 2) say_ways(shape, caller.distribution, ways);

  Choice best;
  double seconds = ways.reference;
  if (always || ways.in_place.total() < in_place_gain(shape.kind) * seconds) {
    seconds = ways.in_place.total();
    best = in_place_choice(caller.distribution, ways.panel_width, ways.in_place);
  }
  const LayoutCandidate& moved = ways.moved.front();
  const bool move = (always && config.grid) || moved.total() < moved_gain(config, platform) * seconds;
  if (move && !config.in_place) best = moved_choice(moved);
  best.reference = ways.reference;
  best.bound = best_possible_speedup(platform, config, moved);
  return best;
}

Choice decided_choice(Context& context, const CallShape& shape, const Placed& caller) {
  const auto& numbers =
      context.decided(choice_key(shape, caller), [&] { return choose(context, shape, caller).encode(); });
  return numbers.empty() ? Choice{} : Choice::decode(numbers);
}

std::string choice_key(const CallShape& shape, const Placed& caller) {
  const auto axis = [](const AxisMap& map) {
    return fmt::format("{} {} {}", map.nb(), map.first_block(), fmt::join(map.pattern(), ","));
  };
  // Ranks are row by row on every context's grid, or column by column where the caller's matrix is transposed.
  const bool by_rows =
      caller.placement == Placement::row_major(caller.distribution.p(), caller.distribution.q());
  return fmt::format("{} {} {} | {} | {} | {}", describe(shape), shape.flops_per_multiply_add,
                     shape.element_bytes, axis(caller.distribution.rows), axis(caller.distribution.cols),
                     by_rows);
}

}  // namespace het
