#include "blacs_het/plan/learning/judgement.hpp"

#include <algorithm>
#include <cmath>

namespace het {
namespace {

constexpr Alternative by_reference{}, in_place{Way::in_place};

// Of what calls took: for what was never taken, for what lost once, and for what did so again, halved each time, some times.
constexpr double part_for_first_trial = 0.03, part_for_second_trial = 0.03, part_for_trials = 0.01;
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

double Judgement::untried_factor(const Alternative& untried, Factor factor) const {
  const double unmoved = factor_of_unmoved(untried);
  if (untried.way != Way::moved) return unmoved;
  double of_moves = HUGE_VAL;
  for (const auto& [other, seconds] : predicted_)
    if (other.way == Way::moved && other != untried && record(other).calls > 0)
      of_moves = std::min(of_moves, (record(other).*factor)());
  return of_moves < HUGE_VAL ? std::max(unmoved, of_moves) : unmoved;
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
  const double part = mine.lost_trials <= 1
                          ? part_for_second_trial
                          : std::ldexp(part_for_trials, -std::min(mine.lost_trials - 2, most_halvings));
  return cost_of_trial(alternative, mine.feared_factor() * predicted(alternative)) <= part * mine.since;
}

// Whether what was never taken is to be tried.
bool Judgement::may_be_better(const Alternative& untried) const {
  const double seconds = predicted(untried), best = best_known(untried);
  if (record(untried).calls > 0 || seconds <= 0) return false;
  const auto is_cheap = [&](double feared) {
    return cost_of_trial(untried, feared) <= part_for_first_trial * records_.seconds;
  };
  if (untried == by_reference) return seconds > best && seconds <= doubtful * best && is_cheap(seconds);
  const bool moves = untried.way == Way::moved;
  const double hoped = (moves ? factor_of_unmoved(untried) : 1) * seconds;
  return hoped < (moves ? clearly_quicker : 1) * best &&
         is_cheap(untried_factor(untried, &Record::feared_factor) * seconds);
}

bool Judgement::is_trial(const Alternative& alternative) const {
  const Record& mine = record(alternative);
  return mine.calls == 0 || mine.once_more || is_due(alternative);
}

Correction Judgement::correction(const Alternative& alternative) const {
  const Record& mine = record(alternative);
  if (mine.once_more) return {mine.warm_factor(), true, true};
  const bool tries = is_due(alternative) || may_be_better(alternative);
  if (mine.calls > 0 && !tries) return {mine.factor(), true, false};
  if (!tries) return {untried_factor(alternative, &Record::factor), false, false};
  if (alternative == by_reference) return {mine.calls > 0 ? 1. : 0., false, true};
  return {alternative.way == Way::moved ? factor_of_unmoved(alternative) : 1, false, true};
}

Corrections Judgement::corrections() const {
  Corrections all;
  for (const auto& [alternative, seconds] : predicted_)
    if (seconds > 0) all.set(alternative, correction(alternative));
  return all;
}

}  // namespace het
