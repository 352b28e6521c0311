#include "blacs_het/plan/learning/experience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace het {
namespace {

constexpr double newest = 0.5;    // weight of the latest call in a factor
constexpr double surprise = 1.5;  // of the factor known before
// Of what calls take: the first time that a way lost may have been an accident.
constexpr double part_for_first_trial = 0.03, part_for_second_trial = 0.03, part_for_trials = 0.01;
constexpr double least_factor = 0.5;
// ScaLAPACK's prediction may be wrong by so much.
constexpr double doubtful = 1.5;
// Another move is tried for a gain that is more than noise, and costs at least such a part of a call.
constexpr double clearly_quicker = 0.95, part_for_new_layout = 0.2;
constexpr std::size_t most_classes = 4096;

constexpr Alternative by_reference{}, in_place{Way::in_place};

}  // namespace

std::string size_class(const CallShape& shape, const Distribution& caller) {
  return fmt::format("{} {} {} {} {} {} {} {}", family_name(shape.kind), shape.flops_per_multiply_add,
                     shape.element_bytes, half_octave(shape.m), half_octave(shape.n), half_octave(shape.k),
                     caller.rows.nb(), caller.cols.nb());
}

double Experience::Record::factor() const { return std::exp(log_factor); }
double Experience::Record::warm_factor() const { return std::exp(log_warm); }

const Experience::Record& Experience::Class::of(const Alternative& alternative) const {
  static const Record none;
  const auto known = records.find(alternative);
  return known != records.end() ? known->second : none;
}

double Experience::Class::predicted(const Alternative& alternative) const {
  const auto known = last.predicted.find(alternative);
  return known != last.predicted.end() ? known->second : 0;
}

double Experience::Class::factor_of_unmoved(const Alternative& untried) const {
  double factor = 1;
  for (const Alternative& other : {by_reference, in_place})
    if (other != untried && !is_due(other)) factor = std::max(factor, of(other).factor());
  return untried == by_reference ? 1 : factor;
}

double Experience::Class::untried_factor(const Alternative& untried, Factor factor_of) const {
  const double unmoved = factor_of_unmoved(untried);
  if (untried.way != Way::moved) return unmoved;
  double of_moves = HUGE_VAL;
  for (const auto& [other, record] : records)
    if (other.way == Way::moved && other != untried && !is_due(other))
      of_moves = std::min(of_moves, (record.*factor_of)());
  return of_moves < HUGE_VAL ? std::max(unmoved, of_moves) : unmoved;
}

// Corrected seconds for the last call, of all that was tried and of ScaLAPACK, which is believed before.
double Experience::Class::best_known(const Alternative& but) const {
  double best = HUGE_VAL;
  for (const auto& [alternative, predicted_seconds] : last.predicted) {
    const Record& record = of(alternative);
    if (alternative != but && predicted_seconds > 0 && (record.calls > 0 || alternative == by_reference))
      best = std::min(best, record.factor() * predicted_seconds);
  }
  return best;
}

// Of one call that takes the `feared` seconds, beside the best of others: a move to other process rows, even if it is as
// quick, comes with memory that was not touched yet, and with a plan that all must hear of.
double Experience::Class::cost_of_trial(const Alternative& alternative, double feared) const {
  const double otherwise = best_known(alternative);
  const double least = alternative.way == Way::moved ? part_for_new_layout * otherwise : 0;
  return std::max(feared - otherwise, least);
}

bool Experience::Class::is_due(const Alternative& alternative) const {
  const Record& record = of(alternative);
  if (record.calls == 0) return true;
  const double part = record.calls == 1 ? part_for_second_trial : part_for_trials;
  const bool lost = record.factor() * predicted(alternative) > best_known(alternative);
  return lost &&
         cost_of_trial(alternative, record.warm_factor() * predicted(alternative)) <= part * record.since;
}

// Whether one call that takes the `feared` seconds costs little beside all those before.
bool Experience::Class::is_cheap_to_try(const Alternative& untried, double feared) const {
  return of(untried).calls == 0 && cost_of_trial(untried, feared) <= part_for_first_trial * seconds;
}

bool Experience::Class::forward_is_due() const {
  const double feared = predicted(by_reference), otherwise = best_known(by_reference);
  return feared > otherwise && feared <= doubtful * otherwise && is_cheap_to_try(by_reference, feared);
}

bool Experience::Class::in_place_is_due() const {
  const double hoped = predicted(in_place);
  return hoped > 0 && hoped < best_known(in_place) &&
         is_cheap_to_try(in_place, untried_factor(in_place, &Record::warm_factor) * hoped);
}

bool Experience::Class::move_is_due(const Alternative& move) const {
  const double hoped = factor_of_unmoved(move) * predicted(move);
  return hoped > 0 && hoped < clearly_quicker * best_known(move) &&
         is_cheap_to_try(move, untried_factor(move, &Record::warm_factor) * predicted(move));
}

Correction Experience::Class::correction(const Alternative& alternative) const {
  if (!is_due(alternative)) return {of(alternative).factor(), true};
  if (alternative == by_reference && forward_is_due()) return {0, false};
  if (alternative == in_place && in_place_is_due()) return {};
  const bool hopes = alternative.way == Way::moved && move_is_due(alternative);
  return {hopes ? factor_of_unmoved(alternative) : untried_factor(alternative, &Record::factor), false};
}

bool Experience::note(const Outcome& outcome) {
  const auto predicted = outcome.predicted.find(outcome.taken);
  if (predicted == outcome.predicted.end() || predicted->second <= 0 || outcome.seconds <= 0) return false;
  if (classes_.size() >= most_classes && !classes_.contains(outcome.size_class)) classes_.clear();
  Class& all = classes_[outcome.size_class];
  const bool anew = all.is_due(outcome.taken);  // a trial after a long time
  Record& mine = all.records[outcome.taken];
  // A call that ended early, at a pivot that is not positive, was not quick.
  const auto logarithm = [&](double seconds) {
    return std::log(std::max(seconds / predicted->second, least_factor));
  };
  const auto smooth = [&](double& known, double now) {
    known = anew ? now : (1 - newest) * known + newest * now;
  };
  const double now = logarithm(outcome.seconds);
  const bool surprising = mine.calls > 0 && now > mine.log_factor + std::log(surprise);
  smooth(mine.log_factor, now);
  smooth(mine.log_warm, logarithm(outcome.seconds - outcome.fresh));
  ++mine.calls;

  all.last = outcome;
  for (const auto& [other, seconds] : outcome.predicted)
    if (seconds > 0) all.records[other].since += outcome.seconds;
  mine.since = 0;
  // What was lost is not there to be spent on trials.
  all.seconds += std::min(outcome.seconds, all.best_known(outcome.taken));
  return surprising;
}

void Experience::passed(const std::string& size_class, double seconds) {
  const auto known = classes_.find(size_class);
  if (known == classes_.end()) return;
  known->second.seconds += seconds;
  for (auto& [alternative, record] : known->second.records)
    if (alternative != by_reference) record.since += seconds;
}

Corrections Experience::corrections(const std::string& size_class) const {
  Corrections all;
  const auto known = classes_.find(size_class);
  if (known == classes_.end()) return all;
  const Class& calls = known->second;
  all.set(by_reference, calls.correction(by_reference));
  all.set(in_place, calls.correction(in_place));
  for (const auto& [alternative, record] : calls.records)
    if (alternative.way == Way::moved) all.set(alternative, calls.correction(alternative));
  all.set_moves({calls.untried_factor({Way::moved}, &Record::factor), false});
  return all;
}

}  // namespace het
