#include "blacs_het/plan/learning/speed_tracker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "blacs_het/plan/learning/relative_speeds.hpp"

namespace het {
namespace {

constexpr double least_seconds = 1e-3;
// A call that computed for so long counts as much as all that was known before.
constexpr double half_sure_seconds = 0.5;
// Noise is less than this: what is further off has changed, and is believed sooner.
constexpr double beyond_noise = 1.5;
// Equal processors are only told apart by more than what shared cores make of them for a while; of unequal ones we know
// already that they are.
constexpr double same_speed_of_equals = 1.3, same_speed = 1.1;
// A cycle-time in use that is off by less stays: a new plan takes time itself.
constexpr double noticeable = 1.15;
// However long a call is, the next one may be disturbed otherwise.
constexpr double most_weight = 0.5;

double lower_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool differ(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::max(a[i] / b[i], b[i] / a[i]) > noticeable) return true;
  return false;
}

}  // namespace

Pace Pace::of(double work, double seconds) {
  if (work <= 0 || seconds < least_seconds) return {};
  return {seconds / work, seconds / (seconds + half_sure_seconds)};
}

SpeedTracker::SpeedTracker(std::vector<double> cycle_times)
    : used_(std::move(cycle_times)), estimate_(used_) {}

bool SpeedTracker::observe(const std::vector<Pace>& seen) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i].weight > 0) ratios.push_back(seen[i].seconds / estimate_[i]);
  if (ratios.size() < 2) return false;
  const double usual = lower_median(ratios);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i].weight <= 0) continue;
    const double off = seen[i].seconds / estimate_[i] / usual;
    const bool changed = std::max(off, 1 / off) > beyond_noise;
    estimate_[i] *=
        std::pow(off, changed ? std::sqrt(seen[i].weight) : std::min(seen[i].weight, most_weight));
  }

  // Not what joining makes of it, which noise turns over where two are as far apart as the limit.
  auto now = estimate_;
  normalise(now);
  if (!differ(now, used_)) return false;
  now = estimate_;
  join_equal(now, spread(used_) > 1 ? same_speed : same_speed_of_equals);
  const double fastest = *std::min_element(now.begin(), now.end());
  normalise(now);
  if (!differ(now, used_)) return false;
  used_ = std::move(now);
  fastest_ = fastest;
  return true;
}

}  // namespace het
