#include "src/driver/choice/choice_words.hpp"

#include <fmt/format.h>

#include "src/base/say.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

void say_candidate(const CallShape& shape, std::string_view what, int p, int q, const Prediction& predicted) {
  say("hetscalapack: {}: {} {} x {} predicted {:.4g} s (update {:.3g}, idle {:.3g}, panel {:.3g}, exchange "
      "{:.3g}, latency {:.3g}, moves {:.3g})\n",
      call_words(shape), what, p, q, predicted.total(), predicted.update, predicted.idle, predicted.panel,
      predicted.exchange, predicted.latency, predicted.move_in + predicted.move_out);
}

// The settings for which a way is taken without a comparison.
std::string settings_for(Way way, const Config& config) {
  const std::string mode = "HETSCALAPACK_MODE=always";
  if (way != Way::moved || !config.grid) return mode;
  return fmt::format("{} and HETSCALAPACK_GRID={}x{}", mode, config.grid->first, config.grid->second);
}

std::string spoken(const Alternative& alternative) {
  if (alternative.way == Way::moved)
    return fmt::format("a call moved to {} process row{}", alternative.rows, alternative.rows > 1 ? "s" : "");
  return alternative.way == Way::forward ? "ScaLAPACK" : "a call in place";
}

}  // namespace

bool scalapack_is_tried(const Corrections& corrections) { return corrections.of({Way::forward}).trial; }

void say_candidates(const ChoiceProblem& x, const Ways& ways, std::string_view why_not_moved) {
  const CallShape& shape = x.shape;
  const Distribution& caller = x.caller.distribution;
  say("hetscalapack: {}: ScaLAPACK predicted {:.4g} s\n", call_words(shape), ways.reference);
  say_candidate(shape, "in place on", caller.p(), caller.q(), ways.in_place);
  if (!why_not_moved.empty())
    say("hetscalapack: {}: not moved, since {}\n", call_words(shape), why_not_moved);
  for (const LayoutCandidate& candidate : ways.moved)
    say_candidate(shape, "moved to", candidate.layout.p, candidate.layout.q, candidate.predicted);
}

void say_decision(const ChoiceProblem& x, const Ways& ways, const Decision& decision,
                  const Corrections& corrections) {
  const std::string what = call_words(x.shape);
  const Distribution& caller = x.caller.distribution;
  if (scalapack_is_tried(corrections))
    return say("hetscalapack: {}: ScaLAPACK is tried, to see whether it is as slow as predicted\n", what);
  for (const auto& [alternative, seconds] : ways.predictions()) {
    const Correction correction = corrections.of(alternative);
    if (correction.trial)
      say("hetscalapack: {}: {} is to be tried\n", what, spoken(alternative));
    else if (correction.factor != 1)
      say("hetscalapack: {}: {} takes {:.3g} times what is predicted, as calls {}\n", what,
          spoken(alternative), correction.factor,
          correction.seen ? "of this size showed" : "of other ways showed");
  }
  for (const Comparison& comparison : decision.comparisons) {
    const bool moved = comparison.way == Way::moved;
    const int p = moved ? ways.moved[comparison.layout].layout.p : caller.p(),
              q = moved ? ways.moved[comparison.layout].layout.q : caller.q();
    say("hetscalapack: {}: {}\n", what,
        comparison_words(comparison, fmt::format("{} x {}", p, q), settings_for(comparison.way, x.config())));
  }
}

}  // namespace het
