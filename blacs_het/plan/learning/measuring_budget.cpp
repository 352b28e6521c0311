#include "blacs_het/plan/learning/measuring_budget.hpp"

#include <algorithm>

namespace het {

void MeasuringBudget::count(double seconds, bool all_seen, bool surprising) {
  unseen_ = all_seen ? 0 : unseen_ + seconds;
  surprised_ = !all_seen && (surprised_ || surprising);
}

Measured MeasuringBudget::due() const {
  if (unseen_ <= 0) return Measured::nothing;
  if (all_ <= usual_part * unseen_) return Measured::all;
  return surprised_ && cycle_times_ <= part_when_surprised_ * unseen_ ? Measured::cycle_times
                                                                      : Measured::nothing;
}

void MeasuringBudget::measured(Measured what, double seconds, bool changed) {
  if (changed)
    part_when_surprised_ = most_when_surprised;
  else if (surprised_)
    part_when_surprised_ = std::max(usual_part, part_when_surprised_ / 2);
  double& cost = what == Measured::all ? all_ : cycle_times_;
  cost = std::max(cost, seconds);
  unseen_ = 0;
  surprised_ = false;
}

}  // namespace het
