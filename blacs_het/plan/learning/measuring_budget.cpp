#include "blacs_het/plan/learning/measuring_budget.hpp"

#include <algorithm>

namespace het {

void MeasuringBudget::count(double seconds, bool all_seen, bool surprising) {
  unseen_ = all_seen ? 0 : unseen_ + seconds;
  surprised_ = !all_seen && (surprised_ || surprising);
}

bool MeasuringBudget::is_due() const {
  return unseen_ > 0 && cost_ <= (surprised_ ? part_when_surprised_ : usual_part) * unseen_;
}

void MeasuringBudget::measured(double seconds, bool changed) {
  if (changed)
    part_when_surprised_ = most_when_surprised;
  else if (surprised_)
    part_when_surprised_ = std::max(usual_part, part_when_surprised_ / 2);
  cost_ = std::max(cost_, seconds);
  unseen_ = 0;
  surprised_ = false;
}

}  // namespace het
