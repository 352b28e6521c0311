#include "blacs_het/plan/decision/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace het {
namespace {

// A factorization has more parts to be wrong about.
constexpr double in_place_gain(RoutineKind kind) { return is_factorization(kind) ? 0.925 : 0.97; }
// The lowest of many predictions is up to 2 % too low in virtual time, on hosts of one process each.
constexpr double sure_moved_gain = 0.98;
// Where the cycle-times were measured: processes that share cores can look unequal by half for a while.
constexpr double doubtful_moved_gain = 0.7;
// What was measured, not predicted, is trusted up to the noise of measuring.
constexpr double seen_gain = 0.98;

// A decision in the making.
class Contest {
 public:
  Contest(const Ways& ways, const Corrections& corrections)
      : ways_(ways), result_{Way::forward, 0, corrections.of({}).factor * ways.reference, {}} {
    for (const LayoutCandidate& candidate : ways.moved)
      moves_.push_back(corrections.of({Way::moved, candidate.layout.p}));
  }

  bool enter(Way way, std::size_t layout, const Correction& correction, double seconds, double margin,
             bool in_any_case) {
    if (correction.seen || correction.trial) margin = seen_gain;
    const Comparison comparison{way, result_.way, layout, seconds, result_.seconds, margin, in_any_case};
    result_.comparisons.push_back(comparison);
    if (!comparison.wins()) return false;
    result_.way = way, result_.layout = layout, result_.seconds = seconds;
    return true;
  }

  void enter_moves(double margin, bool in_any_case) {
    const std::size_t best = best_move(false);
    if (enter_move(best, margin, in_any_case) || moves_[best].seen) return;
    if (const std::size_t known = best_move(true); moves_[known].seen) enter_move(known, margin, false);
  }

  Decision result() && { return std::move(result_); }

 private:
  bool enter_move(std::size_t layout, double margin, bool in_any_case) {
    return enter(Way::moved, layout, moves_[layout], seconds(layout), margin, in_any_case);
  }
  double seconds(std::size_t layout) const { return moves_[layout].factor * ways_.moved[layout].total(); }
  // The first of the best ones; those that were seen before all others, if there are such.
  std::size_t best_move(bool seen_first) const {
    std::size_t best = 0;
    for (std::size_t layout = 1; layout < moves_.size(); ++layout) {
      const bool unlike = seen_first && moves_[layout].seen != moves_[best].seen;
      if (unlike ? moves_[layout].seen : seconds(layout) < seconds(best)) best = layout;
    }
    return best;
  }

  const Ways& ways_;
  std::vector<Correction> moves_;  // by layout
  Decision result_;
};

}  // namespace

std::string_view why_nothing_moves_unasked(const Platform& platform) {
  return platform.shared_medium ? "all messages share one medium" : "";
}

double most_to_gain(const Platform& platform, const CallShape& shape, const Ways& unmoved,
                    const Margins& margins) {
  return margins.moved * std::min(unmoved.reference, unmoved.in_place.total()) -
         perfect_seconds(platform, shape);
}

Margins margins_of(RoutineKind kind, bool measured) {
  return {in_place_gain(kind), measured ? doubtful_moved_gain : sure_moved_gain};
}

Correction Corrections::of(const Alternative& alternative) const {
  const auto known = known_.find(alternative);
  return known != known_.end() ? known->second : Correction{};
}

Decision decide(const Ways& ways, const Margins& margins, const Settled& settled,
                const Corrections& corrections) {
  Contest contest(ways, corrections);
  const Correction in_place = corrections.of({Way::in_place});
  contest.enter(Way::in_place, 0, in_place, in_place.factor * ways.in_place.total(), margins.in_place,
                settled.taken);
  if (!settled.stays && !ways.moved.empty()) contest.enter_moves(margins.moved, settled.moved);
  return std::move(contest).result();
}

std::string comparison_words(const Comparison& c, std::string_view where, std::string_view settled_by) {
  const std::string what =
      fmt::format("{} {}: {:.4g} s", c.way == Way::moved ? "moved to" : "in place on", where, c.seconds);
  const std::string whose = c.other == Way::forward ? fmt::format("ScaLAPACK's {:.4g} s", c.other_seconds)
                                                    : fmt::format("the {:.4g} s in place", c.other_seconds);
  if (c.settled) return fmt::format("{}, whatever {}: {}", what, whose, settled_by);
  return fmt::format("{}, {}below {:.4g} s ({:.4g} % of {})", what, c.wins() ? "" : "not ", c.limit(),
                     100 * c.margin, whose);
}

}  // namespace het
