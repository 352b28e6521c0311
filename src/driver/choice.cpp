#include "src/driver/choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "blacs_het/plan/choice/grid_choice.hpp"
#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/base/say.hpp"
#include "src/model/product_model.hpp"

namespace het {
namespace {

// Gains below these are not worth the risk of a wrong prediction.
constexpr double in_place_gain = 0.97;
constexpr double moved_gain = 0.92;
// The same where the cycle-times were measured: processes that share cores can look unequal by a third for a while.
constexpr double measured_moved_gain = 0.7;

Platform platform_of(const Speeds& speeds) {
  Platform platform;
  platform.cycle_times = speeds.cycle_times;
  platform.seconds_per_flop = speeds.seconds_per_flop;
  platform.seconds_per_byte = speeds.seconds_per_byte;
  platform.latency = speeds.latency;
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

Choice choice_of(const LayoutCandidate& candidate, const Platform& platform) {
  Choice choice;
  static_cast<Layout&>(choice) = candidate.layout;
  choice.way = Choice::moved;
  choice.panel_width = candidate.panel_width;
  choice.move_in = candidate.move_in;
  choice.compute = candidate.compute.total();
  choice.move_out = candidate.move_out;
  const double slowest = *std::max_element(platform.cycle_times.begin(), platform.cycle_times.end());
  choice.bound = candidate.work_rate * slowest / static_cast<double>(platform.cycle_times.size());
  return choice;
}

Choice in_place_choice(const Placed& caller, Extent panel_width, const Prediction& compute) {
  Choice choice;
  choice.way = Choice::in_place;
  choice.p = caller.distribution.p();
  choice.q = caller.distribution.q();
  choice.panel_width = panel_width;
  choice.compute = compute.total();
  choice.bound = 1;
  return choice;
}

}  // namespace

Choice choose(Context& context, const CallShape& shape, const Placed& caller) {
  const Config& config = context.config();
  const Platform platform = platform_of(*context.speeds());
  const bool always = config.mode == Mode::always;

  GridChoiceOptions options;
  options.grid = config.grid;
  options.plan = [&](int p, int q) { return context.plan(p, q); };
  const auto candidates = rank_layouts(platform, shape, caller, options);
  const Prediction here = predict_product(platform, shape, caller, product_panel);
  const double reference = reference_product_seconds(platform, shape, caller);
  if (config.verbose >= 2) {
    say("hetscalapack: {}: ScaLAPACK predicted {:.4g} s\n", describe(shape), reference);
    say_candidate(shape, "in place on", caller.distribution.p(), caller.distribution.q(), here, 0);
    for (const LayoutCandidate& candidate : candidates)
      say_candidate(shape, "moved to", candidate.layout.p, candidate.layout.q, candidate.compute,
                    candidate.move_in + candidate.move_out);
  }

  Choice best;
  double seconds = reference;
  if (always || here.total() < in_place_gain * seconds) {
    seconds = here.total();
    best = in_place_choice(caller, product_panel, here);
  }
  const double gain = config.measured() ? measured_moved_gain : moved_gain;
  if ((always && config.grid) || candidates.front().total() < gain * seconds)
    best = choice_of(candidates.front(), platform);
  best.reference = reference;
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
