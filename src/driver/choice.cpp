#include "src/driver/choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "src/base/say.hpp"

namespace het {
namespace {

Platform platform_of(const Speeds& speeds) {
  Platform platform;
  platform.cycle_times = speeds.cycle_times;
  platform.seconds_per_flop = speeds.seconds_per_flop;
  platform.seconds_per_byte = speeds.links.seconds_per_byte;
  platform.latency = speeds.links.latency;
  platform.message_overhead = speeds.links.message_overhead;
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
  choice.way = Way::moved;
  choice.panel_width = candidate.panel_width;
  choice.move_in = candidate.move_in;
  choice.compute = candidate.compute.total();
  choice.move_out = candidate.move_out;
  return choice;
}

Choice in_place_choice(const Distribution& caller, const Ways& ways) {
  Choice choice;
  choice.way = Way::in_place;
  choice.p = caller.p();
  choice.q = caller.q();
  choice.panel_width = ways.panel_width;
  choice.compute = ways.in_place.total();
  return choice;
}

// The update rate that the layouts to choose from can reach, over that of equal shares on all processes.
double best_possible_speedup(const Platform& platform, const Config& config, const LayoutCandidate& best) {
  double all = 0, slowest = 0;
  for (const double t : platform.cycle_times) all += 1 / t, slowest = std::max(slowest, t);
  return (config.grid ? best.work_rate : all) * slowest / static_cast<double>(platform.cycle_times.size());
}

void say_candidates(const CallShape& shape, const Distribution& caller, const Ways& ways) {
  say("hetscalapack: {}: ScaLAPACK predicted {:.4g} s\n", describe(shape), ways.reference);
  say_candidate(shape, "in place on", caller.p(), caller.q(), ways.in_place, 0);
  for (const LayoutCandidate& candidate : ways.moved)
    say_candidate(shape, "moved to", candidate.layout.p, candidate.layout.q, candidate.compute,
                  candidate.move_in + candidate.move_out);
}

void say_decision(const CallShape& shape, const Distribution& caller, const Ways& ways,
                  const Decision& decision, const Corrections& corrections) {
  for (std::size_t way = 0; way < corrections.size(); ++way)
    if (const Correction& correction = corrections[way]; correction != Correction{})
      say("hetscalapack: {}: {}: {:.3g} times what is predicted{}\n", describe(shape),
          way_name(static_cast<Way>(way)), correction.factor,
          correction.seen ? ", as calls of this size showed" : "");
  const Layout& moved = ways.moved.front().layout;
  for (const Comparison& comparison : decision.comparisons)
    say("hetscalapack: {}: {}\n", describe(shape),
        comparison_words(comparison, comparison.way == Way::moved
                                         ? fmt::format("{} x {}", moved.p, moved.q)
                                         : fmt::format("{} x {}", caller.p(), caller.q())));
}

Ways predicted_ways(Context& context, const Platform& platform, const CallShape& shape,
                    const Placed& caller) {
  const Config& config = context.config();
  GridChoiceOptions options;
  options.grid = config.grid;
  options.as_planned = config.method != Method::best;
  options.order = config.order;
  options.plan = [&](int p, int q) { return context.plan(p, q); };
  Ways ways = predict_ways(platform, shape, caller, options);
  if (config.verbose >= 2) say_candidates(shape, caller.distribution, ways);
  ways.moved.resize(1);  // patterns are long
  return ways;
}

}  // namespace

Choice choose(Context& context, const CallShape& shape, const Placed& caller) {
  const Config& config = context.config();
  const Platform platform = platform_of(*context.speeds());
  const Ways& ways = context.ways(choice_key(shape, caller),
                                  [&] { return predicted_ways(context, platform, shape, caller); });
  const bool always = config.mode == Mode::always;
  const Settled settled{always, always && config.grid, config.in_place};
  const Margins margins = margins_of(shape.kind, platform.cycle_times, config.measured());
  // What is asked for is not a matter of experience.
  const Corrections corrections =
      always ? Corrections{} : context.learning().corrections(size_class(shape, caller.distribution));
  const Decision decision = decide(ways, margins, settled, corrections);
  if (config.verbose >= 2) say_decision(shape, caller.distribution, ways, decision, corrections);

  const LayoutCandidate& moved = ways.moved.front();
  Choice choice;
  if (decision.way == Way::in_place) choice = in_place_choice(caller.distribution, ways);
  if (decision.way == Way::moved) choice = moved_choice(moved);
  choice.reference = ways.reference;
  choice.in_place = ways.in_place.total();
  if (!config.in_place) choice.moved = moved.total();
  choice.learned = decision.way != decide(ways, margins, settled).way;
  choice.bound = best_possible_speedup(platform, config, moved);
  return choice;
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
