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
constexpr std::size_t most_classes = 4096;

constexpr std::size_t index(Way way) { return static_cast<std::size_t>(way); }

}  // namespace

std::string size_class(const CallShape& shape, const Distribution& caller) {
  return fmt::format("{} {} {} {} {} {} {} {}", family_name(shape.kind), shape.flops_per_multiply_add,
                     shape.element_bytes, half_octave(shape.m), half_octave(shape.n), half_octave(shape.k),
                     caller.rows.nb(), caller.cols.nb());
}

double Experience::Record::factor() const { return std::exp(log_factor); }

bool Experience::Record::is_due() const {
  const double part = calls == 1 ? part_for_second_trial : part_for_trials;
  return calls == 0 || (excess > 0 && excess <= part * since);
}

double Experience::Class::untried_factor(Way way) const {
  double factor = 1;
  for (const Way other : {Way::forward, Way::in_place})
    if (other != way && !of(other).is_due()) factor = std::max(factor, of(other).factor());
  return way == Way::forward ? 1 : factor;
}

bool Experience::Class::forward_is_due() const {
  const double predicted = last.predicted[index(Way::forward)];
  const double costs = predicted - last.seconds;
  return of(Way::forward).calls == 0 && costs > 0 && predicted <= doubtful * last.seconds &&
         costs <= part_for_first_trial * seconds;
}

bool Experience::Class::in_place_is_due() const {
  const double predicted = last.predicted[index(Way::in_place)];
  const double costs = untried_factor(Way::in_place) * predicted - last.seconds;
  return of(Way::in_place).calls == 0 && predicted > 0 && predicted < last.seconds &&
         costs <= part_for_first_trial * seconds;
}

bool Experience::note(const Outcome& outcome) {
  const double predicted = outcome.predicted[index(outcome.way)];
  if (predicted <= 0 || outcome.seconds <= 0) return false;
  if (classes_.size() >= most_classes && !classes_.contains(outcome.size_class)) classes_.clear();
  Class& all = classes_[outcome.size_class];
  Record& mine = all.ways[index(outcome.way)];
  // A call that ended early, at a pivot that is not positive, was not quick.
  const double now = std::log(std::max(outcome.seconds / predicted, least_factor));
  const bool surprising = mine.calls > 0 && now > mine.log_factor + std::log(surprise);
  // A trial after a long time begins anew.
  mine.log_factor = mine.is_due() ? now : (1 - newest) * mine.log_factor + newest * now;

  double best_other = HUGE_VAL;
  for (std::size_t way = 0; way < all.ways.size(); ++way) {
    Record& other = all.ways[way];
    if (&other == &mine || outcome.predicted[way] <= 0) continue;
    other.since += outcome.seconds;
    // ScaLAPACK is believed before it is seen.
    if (other.calls > 0 || way == index(Way::forward))
      best_other = std::min(best_other, other.factor() * outcome.predicted[way]);
  }
  ++mine.calls;
  mine.since = 0;
  mine.excess = std::max(0.0, outcome.seconds - best_other);
  all.seconds += outcome.seconds;
  all.last = outcome;
  return surprising;
}

void Experience::passed(const std::string& size_class, double seconds) {
  const auto known = classes_.find(size_class);
  if (known == classes_.end()) return;
  known->second.seconds += seconds;
  for (const Way way : {Way::in_place, Way::moved}) known->second.ways[index(way)].since += seconds;
}

Corrections Experience::corrections(const std::string& size_class) const {
  Corrections all;
  const auto known = classes_.find(size_class);
  if (known == classes_.end()) return all;
  const Class& calls = known->second;
  for (const Way way : {Way::forward, Way::in_place, Way::moved}) {
    const Record& record = calls.of(way);
    all[index(way)] =
        record.is_due() ? Correction{calls.untried_factor(way), false} : Correction{record.factor(), true};
  }
  if (calls.in_place_is_due()) all[index(Way::in_place)] = {};
  if (calls.forward_is_due()) all[index(Way::forward)].factor = 0;
  return all;
}

}  // namespace het
