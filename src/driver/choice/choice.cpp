#include "src/driver/choice/choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "src/driver/choice/choice_words.hpp"
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
double best_possible_speedup(const Platform& platform, const Config& config, const Ways& ways) {
  const double best =
      config.grid && !ways.moved.empty() ? ways.moved.front().work_rate : total_speed(platform.cycle_times);
  return best * std::ranges::max(platform.cycle_times) / static_cast<double>(platform.cycle_times.size());
}

// The least of those whose way is `wanted`; 0 where none is.
template <class Wanted>
double least_of(const Predictions& predictions, Wanted wanted) {
  double least = 0;
  for (const auto& [alternative, seconds] : predictions)
    if (wanted(alternative.way) && (least == 0 || seconds < least)) least = seconds;
  return least;
}

constexpr double doubt = 2;  // a gain is smaller than the most there can be

// Predicting takes a time of its own, for thousands of processes as long as a call. It may take a hundredth of what calls
// take at least, with equal shares, and what a perfect layout would save.
bool predicting_pays(const Config& config, const CallShape& shape, const Placed& caller, KnownWays& known,
                     const Platform& platform, const Margins& margins, Extent calls) {
  constexpr double part_of_calls = 0.01, nothing = 5e-4;
  const double seconds = predicted_ways().predicting_seconds(prediction_work(shape, caller.distribution));
  if (config.mode == Mode::always || config.grid || seconds <= nothing) return true;
  const double equal_shares = equal_shares_seconds(platform, shape);
  const double most = margins.moved * equal_shares - perfect_seconds(platform, shape);
  known.not_predicted +=
      static_cast<double>(calls) * (part_of_calls * equal_shares + std::max(most, 0.0) / doubt);
  return known.not_predicted >= seconds;
}

// Ranking layouts takes time. It pays at once for a call with much to gain, later for smaller ones that come again, in
// whatever context, and never where even a perfect layout would not win.
bool ranking_pays(const Config& config, const CallShape& shape, const Placed& caller, KnownWays& known,
                  const Platform& platform, const Margins& margins, Extent calls) {
  if (config.mode == Mode::always || config.grid) return true;
  const double most = most_to_gain(platform, shape, *known.ways, margins);
  if (most <= 0) return false;
  known.not_gained += static_cast<double>(calls) * most;
  return known.not_gained >=
         doubt * predicted_ways().ranking_seconds(prediction_work(shape, caller.distribution));
}

// Why no layout to move to is looked for; empty where one may be.
std::string_view why_not_moved(const Config& config, const Platform& platform) {
  if (config.in_place) return "HETSCALAPACK_GRID=caller";
  return config.grid ? "" : why_nothing_moves_unasked(platform);
}

void rank(Context& context, const CallShape& shape, const Placed& caller, KnownWays& known,
          const Platform& platform) {
  const double begin = MPI_Wtime();
  const Config& config = context.config();
  GridChoiceOptions options;
  options.grid = config.grid;
  options.as_planned = config.method != Method::best;
  options.order = config.order;
  options.plan = [&](int p, int q) { return context.plan(shape.precision(), p, q); };
  known.ways->moved = rank_layouts(platform, shape, caller, options);
  known.ranked = true;
  predicted_ways().note_ranking(prediction_work(shape, caller.distribution), MPI_Wtime() - begin);
}

// The best layout for each number of process rows, of a few: patterns are long.
void keep_best_of_rows(std::vector<LayoutCandidate>& ranked) {
  constexpr std::size_t most_kept = 4;
  std::vector<LayoutCandidate> kept;
  for (LayoutCandidate& candidate : ranked) {
    const bool known = std::ranges::any_of(
        kept, [&](const LayoutCandidate& other) { return other.layout.p == candidate.layout.p; });
    if (!known && kept.size() < most_kept) kept.push_back(std::move(candidate));
  }
  ranked = std::move(kept);
}

// Whether other contexts would rank the same layouts.
bool as_everywhere(const Config& config) {
  return !config.grid && !config.in_place && config.method == Method::best && !config.order;
}

void learn_unmoved(KnownWays& known, const Platform& platform, const CallShape& shape, const Placed& caller) {
  const double begin = MPI_Wtime();
  known.ways = predict_unmoved(platform, shape, caller);
  predicted_ways().note_predicting(prediction_work(shape, caller.distribution), MPI_Wtime() - begin);
}

// The ways to compute the call, as far as it pays to know them: none at all at first, where predicting takes long.
KnownWays& known_ways(Context& context, const CallShape& shape, const Placed& caller,
                      const Platform& platform, const Margins& margins, Extent calls) {
  const Config& config = context.config();
  const std::string key = choice_key(shape, caller);
  KnownWays& known = context.decisions().ways(key);
  const bool first = !known.ways, shared = as_everywhere(config);
  if (first) {
    // What other contexts know, or how long they have waited for it.
    if (const RankedWays* const before = shared ? predicted_ways().find(key, platform) : nullptr)
      static_cast<RankedWays&>(known) = *before;
    if (!known.ways && predicting_pays(config, shape, caller, known, platform, margins, calls))
      learn_unmoved(known, platform, shape, caller);
    if (!known.ways) {
      if (shared) predicted_ways().keep(key, platform, known);
      return known;
    }
  }
  const std::string_view stays = why_not_moved(config, platform);
  const bool may_rank = !known.ranked && stays.empty() && !known.is_refused(Way::moved);
  const bool ranks = may_rank && ranking_pays(config, shape, caller, known, platform, margins, calls);
  if (ranks) rank(context, shape, caller, known, platform);
  if (config.verbose >= 2 && (first || ranks)) say_candidates(shape, caller.distribution, *known.ways, stays);
  if (ranks) keep_best_of_rows(known.ways->moved), known.streams.clear();
  if (shared && (first || may_rank)) predicted_ways().keep(key, platform, known);
  return known;
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
PanelStreamLimits stream_of(const Choice& choice, const Platform& platform, const CallShape& shape,
                            const Placed& caller) {
  if (choice.way == Way::in_place) return product_stream(platform, shape, caller, choice.panel_width);
  const Distribution layout = choice.layout.distribution(shape.m, shape.n);
  const Placement placement = choice.layout.placement(static_cast<int>(platform.cycle_times.size()));
  return product_stream(platform, shape, {layout, placement}, choice.panel_width, &caller);
}

// The way that was decided on, with what the kernels must know.
Choice choice_of(const Decision& decision, const Platform& platform, const CallShape& shape,
                 const Placed& caller, KnownWays& known) {
  const Ways& ways = *known.ways;
  Choice choice;
  if (decision.way == Way::in_place) choice = in_place_choice(caller.distribution, ways);
  if (decision.way == Way::moved) choice = moved_choice(ways.moved[decision.layout]);
  if (choice.way != Way::forward && !is_factorization(shape.kind)) {
    const auto [stream, is_new] = known.streams.try_emplace({decision.way, decision.layout});
    if (is_new) stream->second = stream_of(choice, platform, shape, caller);
    choice.first_panel = stream->second.first;
    choice.panels_alive = stream->second.depth;
  }
  choice.shared_solve =
      choice.way != Way::forward && solve_is_shared(platform, shape, choice.layout.p, choice.panel_width);
  choice.predictions = ways.predictions();  // no move among them where the call stays
  // A move that was taken before is no candidate now.
  choice.refused = choice.way == Way::forward && known.is_refused(Way::moved);
  if (choice.refused) choice.needed = known.needed;
  return choice;
}

// What the decision rests on, beside what predictions alone would say.
Basis basis_of(const Decision& decision, const Decision& predicted, const Corrections& corrections) {
  if (scalapack_is_tried(corrections)) return Basis::trial;
  return decision.way == predicted.way && decision.layout == predicted.layout ? Basis::predictions
                                                                              : Basis::experience;
}

}  // namespace

PredictedWays& predicted_ways() {
  static PredictedWays ways;
  return ways;
}

Chosen choose(Context& context, const CallShape& shape, const Placed& caller, Extent calls) {
  const Config& config = context.config();
  const Platform platform = platform_of(context.speeds(shape.precision()));
  const Margins margins = margins_of(shape.kind, config.measured());
  KnownWays& known = known_ways(context, shape, caller, platform, margins, calls);
  if (!known.ways) return {unpredicted_choice()};
  if (known.is_refused(Way::in_place)) return {refused_choice(known)};
  const Ways& ways = *known.ways;
  const bool always = config.mode == Mode::always, stays = config.in_place || known.is_refused(Way::moved);
  const Settled settled{always, always && config.grid, stays};
  // What is asked for is not a matter of experience.
  const Corrections corrections =
      always ? Corrections{}
             : context.learning(shape.precision())
                   .corrections(size_class(shape, caller.distribution), ways.predictions());
  const Decision decision = decide(ways, margins, settled, corrections);
  if (config.verbose >= 2) say_decision(shape, caller.distribution, ways, config, decision, corrections);
  Choice choice = choice_of(decision, platform, shape, caller, known);
  choice.basis = basis_of(decision, decide(ways, margins, settled), corrections);
  choice.bound = best_possible_speedup(platform, config, ways);
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

std::string choice_key(const CallShape& shape, const Placed& caller) {
  const auto axis = [](const AxisMap& map) {
    return fmt::format("{} {} {}", map.nb(), map.first_block(), fmt::join(map.pattern(), ","));
  };
  // Ranks are row by row on every context's grid, or column by column where the caller's matrix is transposed.
  const bool by_rows =
      caller.placement == Placement::row_major(caller.distribution.p(), caller.distribution.q());
  return fmt::format("{} {} {} | {} | {} | {}", call_words(shape), shape.flops_per_multiply_add,
                     shape.element_bytes, axis(caller.distribution.rows), axis(caller.distribution.cols),
                     by_rows);
}

}  // namespace het
