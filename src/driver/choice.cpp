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
constexpr double moved_gain = 0.92;
// The same where the cycle-times were measured: processes that share cores can look unequal by a third for a while.
// And among equal processes, where a move gains nothing but another grid and wider blocks.
constexpr double doubtful_moved_gain = 0.7;
// Panels in place are whole block columns of the caller's, or parts of them not wider than this.
constexpr Extent widest_panel = 128;

Platform platform_of(const Speeds& speeds) {
  return {speeds.cycle_times, speeds.seconds_per_flop, speeds.seconds_per_byte, speeds.latency};
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

}  // namespace

Choice choose(Context& context, const CallShape& shape, const Distribution& caller_part) {
  const Config& config = context.config();
  const Platform platform = platform_of(*context.speeds());
  const bool always = config.mode == Mode::always;
  const Placed caller{caller_part, context.placement()};

  GridChoiceOptions options;
  options.grid = config.grid;
  options.plan = [&](int p, int q) { return context.plan(p, q); };
  const auto candidates = rank_layouts(platform, shape, caller, options);
  const Extent panel_width =
      is_factorization(shape.kind) ? std::min(caller_part.cols.nb(), widest_panel) : product_panel;
  const Prediction here = predict(platform, shape, caller, panel_width);
  const double reference = reference_seconds(platform, shape, caller);
  if (config.verbose >= 2) {
    say("hetscalapack: {}: ScaLAPACK predicted {:.4g} s\n", describe(shape), reference);
    say_candidate(shape, "in place on", caller_part.p(), caller_part.q(), here, 0);
    for (const LayoutCandidate& candidate : candidates)
      say_candidate(shape, "moved to", candidate.layout.p, candidate.layout.q, candidate.compute,
                    candidate.move_in + candidate.move_out);
  }

  Choice best;
  double seconds = reference;
  if (always || here.total() < in_place_gain(shape.kind) * seconds) {
    seconds = here.total();
    best = in_place_choice(caller_part, panel_width, here);
  }
  const auto [fastest, slowest] =
      std::minmax_element(platform.cycle_times.begin(), platform.cycle_times.end());
  const double gain = config.measured() || *fastest == *slowest ? doubtful_moved_gain : moved_gain;
  if ((always && config.grid) || candidates.front().total() < gain * seconds)
    best = moved_choice(candidates.front());
  best.reference = reference;
  best.bound = best_possible_speedup(platform, config, candidates.front());
  return best;
}

Choice decided_choice(Context& context, const CallShape& shape, const Distribution& caller_part) {
  const auto& numbers = context.decided(choice_key(shape, caller_part),
                                        [&] { return choose(context, shape, caller_part).encode(); });
  return numbers.empty() ? Choice{} : Choice::decode(numbers);
}

std::string choice_key(const CallShape& shape, const Distribution& caller_part) {
  const auto axis = [](const AxisMap& map) {
    return fmt::format("{} {} {}", map.nb(), map.first_block(), fmt::join(map.pattern(), ","));
  };
  return fmt::format("{} {} {} | {} | {}", describe(shape), shape.flops_per_multiply_add, shape.element_bytes,
                     axis(caller_part.rows), axis(caller_part.cols));
}

}  // namespace het
