#include "src/driver/choice/find_ways.hpp"

#include <algorithm>

#include "src/driver/choice/choice_words.hpp"

namespace het {
namespace {

constexpr double doubt = 2;  // a gain is smaller than the most there can be

// Whether the user wants what can only be told from all predictions, whatever they take.
bool asks_for_all(const Config& config) { return config.mode == Mode::always || config.grid; }

PredictionWork work_of(const ChoiceProblem& x) { return prediction_work(x.shape, x.caller.distribution); }

// Seconds that such calls could have spent on being predicted: a hundredth of what they take at least, with equal shares,
// and what a perfect layout would save.
double spent_unpredicted(const ChoiceProblem& x) {
  constexpr double part_of_calls = 0.01;
  const double equal_shares = equal_shares_seconds(x.platform, x.shape);
  const double most = x.margins.moved * equal_shares - perfect_seconds(x.platform, x.shape);
  return static_cast<double>(x.calls) * (part_of_calls * equal_shares + std::max(most, 0.0) / doubt);
}

// Predicting may take, for thousands of processes, as long as a call.
bool predicting_pays(const ChoiceProblem& x, double not_predicted) {
  constexpr double nothing = 5e-4;
  const double seconds = predicted_ways().predicting_seconds(work_of(x));
  return asks_for_all(x.config()) || seconds <= nothing || not_predicted >= seconds;
}

void predict(const ChoiceProblem& x, KnownWays& known) {
  const double begin = MPI_Wtime();
  known.ways = predict_unmoved(x.platform, x.shape, x.caller);
  predicted_ways().note_predicting(work_of(x), MPI_Wtime() - begin);
}

// Seconds that such a call loses at most where it is not moved: 0 where even a perfect layout would not win.
double lost_unmoved(const ChoiceProblem& x, const Ways& unmoved) {
  return std::max(most_to_gain(x.platform, x.shape, unmoved, x.margins), 0.0);
}

// Ranking pays at once for a call with much to gain, later for smaller ones that come again, in whatever context, and
// never where there is nothing to gain.
bool ranking_pays(const ChoiceProblem& x, double lost, double not_gained) {
  if (asks_for_all(x.config())) return true;
  return lost > 0 && not_gained >= doubt * predicted_ways().ranking_seconds(work_of(x));
}

void rank(const ChoiceProblem& x, KnownWays& known) {
  const double begin = MPI_Wtime();
  const Config& config = x.config();
  GridChoiceOptions options;
  options.grid = config.grid;
  options.as_planned = config.method != Method::best;
  options.order = config.order;
  options.plan = [&](int p, int q) { return x.context.plan(x.shape.precision(), p, q); };
  known.ways->moved = rank_layouts(x.platform, x.shape, x.caller, options);
  known.ranked = true;
  predicted_ways().note_ranking(work_of(x), MPI_Wtime() - begin);
}

// Why no layout to move to is looked for; empty where one may be.
std::string_view why_not_moved(const ChoiceProblem& x) {
  if (x.config().in_place) return "HETSCALAPACK_GRID=caller";
  return x.config().grid ? "" : why_nothing_moves_unasked(x.platform);
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

}  // namespace

PredictedWays& predicted_ways() {
  static PredictedWays ways;
  return ways;
}

KnownWays& find_ways(const ChoiceProblem& x) {
  const std::string key = choice_key(x.shape, x.caller);
  KnownWays& known = x.context.decisions().ways(key);
  const bool first = !known.ways, shared = as_everywhere(x.config());
  // What other contexts know, or how long they have waited for it.
  if (const RankedWays* const before = first && shared ? predicted_ways().find(key, x.platform) : nullptr)
    static_cast<RankedWays&>(known) = *before;
  if (!known.ways) {
    known.not_predicted += spent_unpredicted(x);
    if (predicting_pays(x, known.not_predicted)) predict(x, known);
  }

  const std::string_view stays = why_not_moved(x);
  const bool may_rank = known.ways && !known.ranked && stays.empty() && !known.is_refused(Way::moved);
  bool ranks = false;
  if (may_rank) {
    const double lost = lost_unmoved(x, *known.ways);
    known.not_gained += static_cast<double>(x.calls) * lost;
    ranks = ranking_pays(x, lost, known.not_gained);
  }
  if (ranks) rank(x, known);
  if (x.config().verbose >= 2 && known.ways && (first || ranks)) say_candidates(x, *known.ways, stays);
  if (ranks) keep_best_of_rows(known.ways->moved), known.streams.clear();
  if (shared && (first || may_rank)) predicted_ways().keep(key, x.platform, known);
  return known;
}

}  // namespace het
