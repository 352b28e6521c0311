#include "blacs_het/plan/learning/experience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace het {
namespace {

constexpr double newest = 0.5;  // weight of the latest call in a factor
// One measurement says no more, beyond what was known: what ended early was not quick, and a program that stood still was
// not slow. Where calls go on so, the factor follows them as far as it takes.
constexpr double least_factor = 0.5, largest_factor = 8;
constexpr std::size_t most_classes = 4096;

double log_factor_of(double seconds, double predicted, double known) {
  const double measured = std::log(std::max(seconds / predicted, 1e-9));
  return std::clamp(measured, std::min(known, 0.0) + std::log(least_factor),
                    std::max(known, 0.0) + std::log(largest_factor));
}

// How a call came to be computed as it was.
struct Turn {
  bool first, tried,
      changes;  // of its alternative; because that was to be tried; another one than the call before
  bool returns() const { return !first && !tried && changes; }
};

// The factor of the alternative that was taken, which was predicted to take so long. True when the call took clearly longer
// than by the factor before.
bool correct(Record& mine, const Outcome& outcome, double predicted, const Turn& turn) {
  const double warm = log_factor_of(outcome.seconds - outcome.fresh, predicted, mine.log_warm),
               // New memory after the trial of another one belongs to that trial.
      now = turn.returns() ? warm : log_factor_of(outcome.seconds, predicted, mine.log_factor);
  const bool surprising = !turn.first && now > mine.log_factor + std::log(clearly_longer);
  const double weight = turn.first || turn.tried ? 1 : newest;  // a trial begins anew
  mine.log_factor += weight * (now - mine.log_factor);
  mine.log_warm += weight * (warm - mine.log_warm);
  ++mine.calls;
  return surprising;
}

// What the call says of trials: how long each alternative has waited for one, how they ended, and what they cost. `judgement` is
// of the records, whose factors are corrected.
void keep_books(Records& records, const Outcome& outcome, const Judgement& judgement, const Turn& turn) {
  for (const auto& [other, seconds] : outcome.predicted)
    if (seconds > 0) records.of[other].since += outcome.seconds;
  Record& mine = records.of[outcome.taken];
  mine.since = 0;

  for (auto& [other, record] : records.of) record.once_more = false;  // only the next call has it
  mine.once_more = !turn.returns() && turn.changes && judgement.lost_by_fresh_memory(outcome.taken);
  if (!judgement.lost(outcome.taken))
    mine.lost_trials = 0;
  else if ((turn.first || turn.tried) && !mine.once_more)
    ++mine.lost_trials;
  const double otherwise = judgement.best_known(outcome.taken);
  records.seconds += std::min(outcome.seconds, otherwise);
  if (turn.tried)
    records.on_trials += std::clamp(outcome.seconds - otherwise, 0.0, largest_factor * otherwise);
  if (turn.returns()) records.on_trials += outcome.fresh;
}

}  // namespace

std::string size_class(const CallShape& shape, const Distribution& caller) {
  return fmt::format("{} {} {} {} {} {} {} {}", family_name(shape.kind), shape.flops_per_multiply_add,
                     shape.element_bytes, half_octave(shape.m), half_octave(shape.n), half_octave(shape.k),
                     caller.rows.nb(), caller.cols.nb());
}

bool Experience::note(const Outcome& outcome) {
  const auto found = outcome.predicted.find(outcome.taken);
  if (found == outcome.predicted.end() || found->second <= 0 || outcome.seconds <= 0) return false;
  if (classes_.size() >= most_classes && !classes_.contains(outcome.size_class)) classes_.clear();
  Class& all = classes_[outcome.size_class];
  const Judgement judgement(all.records, outcome.predicted);
  Record& mine = all.records.of[outcome.taken];
  const Turn turn{mine.calls == 0, judgement.is_to_be_tried(outcome.taken), all.last != outcome.taken};
  const bool surprising = correct(mine, outcome, found->second, turn);
  keep_books(all.records, outcome, judgement, turn);
  all.last = outcome.taken;
  return surprising;
}

void Experience::passed(const std::string& size_class, double seconds) {
  const auto known = classes_.find(size_class);
  if (known == classes_.end()) return;
  Records& records = known->second.records;
  records.seconds += seconds;
  for (auto& [alternative, record] : records.of)
    if (alternative != Alternative{}) record.since += seconds;
}

Corrections Experience::corrections(const std::string& size_class, const Predictions& predicted) const {
  const auto known = classes_.find(size_class);
  return known != classes_.end() ? Judgement(known->second.records, predicted).corrections() : Corrections{};
}

}  // namespace het
