#include "blacs_het/plan/learning/judgement.hpp"

#include <algorithm>
#include <cmath>

namespace het {
namespace {

constexpr Alternative by_reference{}, in_place{Way::in_place};

// Of what calls took, for all trials.
constexpr double part_for_trials = 0.03;
// Of what they took since, for one that lost once, and one that did so again, halved each time, some times.
constexpr double part_for_second_trial = 0.03, part_for_third_trial = 0.01;
constexpr int most_halvings = 5;
// New memory and another plan cost such a part of a call.
constexpr double part_for_change = 0.2;
// A move is tried for a gain that is more than noise.
constexpr double clearly_quicker = 0.95;
// ScaLAPACK's prediction may be wrong by so much.
constexpr double doubtful = 1.5;

}  // namespace

double Record::factor() const { return std::exp(log_factor); }
double Record::warm_factor() const { return std::exp(log_warm); }
double Record::feared_factor() const { return calls == 1 ? warm_factor() : factor(); }

const Record& Judgement::record(const Alternative& alternative) const {
  static const Record none;
  const auto known = records_.of.find(alternative);
  return known != records_.of.end() ? known->second : none;
}

double Judgement::predicted(const Alternative& alternative) const {
  const auto known = predicted_.find(alternative);
  return known != predicted_.end() ? known->second : 0;
}

double Judgement::best_known(const Alternative& but) const {
  double best = HUGE_VAL;
  for (const auto& [alternative, seconds] : predicted_) {
    const bool known = record(alternative).calls > 0 || alternative == by_reference;
    if (known && alternative != but && seconds > 0)
      best = std::min(best, record(alternative).factor() * seconds);
  }
  return best;
}

bool Judgement::lost(const Alternative& alternative) const {
  return record(alternative).factor() * predicted(alternative) > best_known(alternative);
}

bool Judgement::lost_by_fresh_memory(const Alternative& alternative) const {
  const double warm = record(alternative).warm_factor() * predicted(alternative);
  return lost(alternative) && warm < clearly_quicker * best_known(alternative);
}

double Judgement::factor_of_unmoved(const Alternative& untried) const {
  double factor = 1;
  for (const Alternative& other : {by_reference, in_place})
    if (other != untried && record(other).calls > 0 && !is_due(other))
      factor = std::max(factor, record(other).factor());
  return untried == by_reference ? 1 : factor;
}

// 1 where none was taken.
double Judgement::least_factor_of_moves(const Alternative& but, Factor factor) const {
  double least = HUGE_VAL;
  for (const auto& [other, seconds] : predicted_)
    if (other.way == Way::moved && other != but && record(other).calls > 0)
      least = std::min(least, (record(other).*factor)());
  return least < HUGE_VAL ? least : 1;
}

double Judgement::untried_factor(const Alternative& untried) const {
  const double unmoved = factor_of_unmoved(untried);
  if (untried.way != Way::moved) return unmoved;
  return std::max(unmoved, least_factor_of_moves(untried, &Record::factor));
}

double Judgement::feared_factor(const Alternative& untried) const {
  const double unmoved = factor_of_unmoved(untried);
  if (untried.way != Way::moved) return unmoved;
  return std::max(unmoved, std::sqrt(least_factor_of_moves(untried, &Record::feared_factor)));
}

bool Judgement::can_be_tried(const Alternative& alternative, double feared) const {
  return cost_of_trial(alternative, feared) + records_.on_trials <= part_for_trials * records_.seconds;
}

double Judgement::cost_of_trial(const Alternative& alternative, double feared) const {
  const double otherwise = best_known(alternative);
  const double change = alternative == by_reference ? 0 : part_for_change * otherwise;
  return std::max(feared - otherwise, change);
}

// Whether what lost is to be tried anew.
bool Judgement::is_due(const Alternative& alternative) const {
  const Record& mine = record(alternative);
  if (mine.calls == 0 || mine.once_more || !lost(alternative)) return false;
  const int halvings = std::clamp(mine.lost_trials - 2, 0, most_halvings);
  const double part =
      mine.lost_trials <= 1 ? part_for_second_trial : std::ldexp(part_for_third_trial, -halvings);
  const double feared = mine.feared_factor() * predicted(alternative);
  return cost_of_trial(alternative, feared) <= part * mine.since && can_be_tried(alternative, feared);
}

// Whether what was never taken is to be tried.
bool Judgement::may_be_better(const Alternative& untried) const {
  const double seconds = predicted(untried), best = best_known(untried);
  if (record(untried).calls > 0 || seconds <= 0) return false;
  if (untried == by_reference)
    return seconds > best && seconds <= doubtful * best && can_be_tried(untried, seconds);
  const double gain = untried.way == Way::moved ? clearly_quicker : 1;
  return seconds < gain * best && can_be_tried(untried, feared_factor(untried) * seconds);
}

bool Judgement::is_to_be_tried(const Alternative& alternative) const {
  return record(alternative).once_more || is_due(alternative) || may_be_better(alternative);
}

Correction Judgement::correction(const Alternative& alternative) const {
  const Record& mine = record(alternative);
  if (mine.once_more) return {mine.warm_factor(), true, true};
  if (is_to_be_tried(alternative)) return {alternative == by_reference ? 0. : 1., false, true};
  if (mine.calls > 0) return {mine.factor(), true, false};
  return {untried_factor(alternative), false, false};
}

Corrections Judgement::corrections() const {
  Corrections all;
  for (const auto& [alternative, seconds] : predicted_)
    if (seconds > 0) all.set(alternative, correction(alternative));
  return all;
}

}  // namespace het
