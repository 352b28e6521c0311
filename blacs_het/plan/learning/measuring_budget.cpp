#include "blacs_het/plan/learning/measuring_budget.hpp"

#include <algorithm>

namespace het {

void MeasuringBudget::count(double seconds, bool all_seen, bool surprising) {
  unseen_ = all_seen ? 0 : unseen_ + seconds;
  surprised_ = !all_seen && (surprised_ || surprising);
}

Measured MeasuringBudget::due() const {
  if (unseen_ <= 0) return Measured::nothing;
  if (all_ <= part_for_looks * unseen_) return Measured::all;
  return surprised_ && cycle_times_ <= part_when_surprised_ * unseen_ ? Measured::cycle_times
                                                                      : Measured::nothing;
}

void MeasuringBudget::measured(Measured what, double seconds, bool changed) {
  const double part = changed ? most_when_surprised : part_when_surprised_ * (surprised_ ? 0.5 : 2);
  part_when_surprised_ = std::clamp(part, part_for_looks, most_when_surprised);
  if (what == Measured::cycle_times) cycle_times_ = std::max(cycle_times_, seconds);
  all_ = std::max(all_, seconds);
  unseen_ = 0;
  surprised_ = false;
}

}  // namespace het
