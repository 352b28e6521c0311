#include "src/driver/choice/choice.hpp"

#include <algorithm>

#include "src/driver/choice/choice_words.hpp"
#include "src/driver/choice/find_ways.hpp"
#include "src/model/factor/step/solve_sharing.hpp"
#include "src/model/product/product_model.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

Choice moved_choice(const LayoutCandidate& candidate) {
  Choice choice;
  choice.layout = candidate.layout;
  choice.way = Way::moved;
  choice.panel_width = candidate.panel_width;
  choice.move_in = candidate.predicted.move_in;
  choice.compute = candidate.predicted.compute();
  choice.move_out = candidate.predicted.move_out;
  return choice;
}

Choice in_place_choice(const Distribution& caller, const Ways& ways) {
  Choice choice;
  choice.way = Way::in_place;
  choice.layout.p = caller.p();
  choice.layout.q = caller.q();
  choice.panel_width = ways.panel_width;
  choice.compute = ways.in_place.total();
  return choice;
}

// The update rate that the layouts to choose from can reach, over that of equal shares on all processes.
double best_possible_speedup(const ChoiceProblem& x, const Ways& ways) {
  const std::vector<double>& cycle_times = x.platform.cycle_times;
  const double best =
      x.config().grid && !ways.moved.empty() ? ways.moved.front().work_rate : total_speed(cycle_times);
  return best * std::ranges::max(cycle_times) / static_cast<double>(cycle_times.size());
}

// The least of those whose way is `wanted`; 0 where none is.
template <class Wanted>
double least_of(const Predictions& predictions, Wanted wanted) {
  double least = 0;
  for (const auto& [alternative, seconds] : predictions)
    if (wanted(alternative.way) && (least == 0 || seconds < least)) least = seconds;
  return least;
}

// To ScaLAPACK for now.
Choice unpredicted_choice() {
  Choice choice;
  choice.basis = Basis::unpredicted;
  return choice;
}

// To ScaLAPACK, where not even the layout in place got its memory, which needs the least.
Choice refused_choice(const KnownWays& known) {
  Choice refused;
  refused.refused = true;
  refused.needed = known.needed;
  refused.predictions = {{{Way::forward}, known.ways->reference}};
  return refused;
}

// How the panels of the product of a choice are cut.
PanelStreamLimits stream_of(const ChoiceProblem& x, const Choice& choice) {
  if (choice.way == Way::in_place) return product_stream(x.platform, x.shape, x.caller, choice.panel_width);
  const Distribution layout = choice.layout.distribution(x.shape.m, x.shape.n);
  const Placement placement = choice.layout.placement(static_cast<int>(x.platform.cycle_times.size()));
  return product_stream(x.platform, x.shape, {layout, placement}, choice.panel_width, &x.caller);
}

// The way that was decided on, with what the kernels must know.
Choice choice_of(const ChoiceProblem& x, const Decision& decision, KnownWays& known) {
  const Ways& ways = *known.ways;
  Choice choice;
  if (decision.way == Way::in_place) choice = in_place_choice(x.caller.distribution, ways);
  if (decision.way == Way::moved) choice = moved_choice(ways.moved[decision.layout]);
  if (choice.way != Way::forward && !is_factorization(x.shape.kind)) {
    const auto [stream, is_new] = known.streams.try_emplace({decision.way, decision.layout});
    if (is_new) stream->second = stream_of(x, choice);
    choice.first_panel = stream->second.first;
    choice.panels_alive = stream->second.depth;
  }
  choice.shared_solve =
      choice.way != Way::forward && solve_is_shared(x.platform, x.shape, choice.layout.p, choice.panel_width);
  choice.predictions = ways.predictions();  // no move among them where the call stays
  // A move that was taken before is no candidate now.
  choice.refused = choice.way == Way::forward && known.is_refused(Way::moved);
  if (choice.refused) choice.needed = known.needed;
  return choice;
}

// A way that got no memory is settled as those are that the user rules out.
Settled settled_by(const Config& config, const KnownWays& known) {
  const bool always = config.mode == Mode::always;
  return {always, always && config.grid, config.in_place || known.is_refused(Way::moved)};
}

// What is asked for is not a matter of experience.
Corrections corrections_of(const ChoiceProblem& x, const Ways& ways) {
  if (x.config().mode == Mode::always) return {};
  return x.context.learning(x.shape.precision())
      .corrections(size_class(x.shape, x.caller.distribution), ways.predictions());
}

// What the decision rests on, beside what predictions alone would say.
Basis basis_of(const Decision& decision, const Decision& predicted, const Corrections& corrections) {
  if (scalapack_is_tried(corrections)) return Basis::trial;
  return decision.way == predicted.way && decision.layout == predicted.layout ? Basis::predictions
                                                                              : Basis::experience;
}

}  // namespace

Chosen choose(Context& context, const CallShape& shape, const Placed& caller, Extent calls) {
  const ChoiceProblem x = choice_problem(context, shape, caller, calls);
  KnownWays& known = find_ways(x);
  if (!known.ways) return {unpredicted_choice()};
  if (known.is_refused(Way::in_place)) return {refused_choice(known)};
  const Ways& ways = *known.ways;
  const Settled settled = settled_by(x.config(), known);
  const Corrections corrections = corrections_of(x, ways);
  const Decision decision = decide(ways, x.margins, settled, corrections);
  if (x.config().verbose >= 2) say_decision(x, ways, decision, corrections);
  Choice choice = choice_of(x, decision, known);
  choice.basis = basis_of(decision, decide(ways, x.margins, settled), corrections);
  choice.bound = best_possible_speedup(x, ways);
  return {choice, corrections.of({}).factor * ways.reference - decision.seconds};
}

double Choice::reference() const {
  return least_of(predictions, [](Way each) { return each == Way::forward; });
}
double Choice::moved() const {
  return least_of(predictions, [](Way each) { return each == Way::moved; });
}
double Choice::quickest() const {
  return least_of(predictions, [](Way each) { return each != Way::forward; });
}

Choice Choice::forwarded() const {
  Choice left;
  left.predictions = predictions;
  left.bound = bound;
  return left;
}

Choice decided_choice(Context& context, const CallShape& shape, const Placed& caller, Extent calls) {
  const auto& numbers = context.decisions().decided(
      choice_key(shape, caller), [&] { return choose(context, shape, caller, calls).choice.encode(); });
  return numbers.empty() ? Choice{} : Choice::decode(numbers);
}

}  // namespace het
