#pragma once
#include <vector>

namespace het {

// What one process was seen to do: seconds per unit of work, the same unit for all processes, and how far that is to be
// trusted over what was known, from 0 (not seen at all) to 1.
struct Pace {
  double seconds = 0, weight = 0;

  // Of so much work in so many seconds: the longer, the surer. Of less than a millisecond nothing is told.
  static Pace of(double work, double seconds);
};

// Cycle-times that follow what calls show: a processor that becomes loaded between calls gets less from the next call
// on. The past predicts the future, smoothed: the logarithm of a cycle-time goes by Pace::weight towards what was seen, at
// most half of the way; by the root of the weight where that is off by more than noise.
// Pure; for one process that decides and tells the others.
class SpeedTracker {
 public:
  explicit SpeedTracker(std::vector<double> cycle_times);

  // What one call showed, by processor. Only ratios between processors that were seen count: the middle one of them
  // keeps its cycle-time, and so do those that were not seen. True when the cycle-times in use became others: when one
  // of them is off by more than what measuring tells apart. O(n log n).
  bool observe(const std::vector<Pace>& seen);

  // In use: the fastest has 1, and those that cannot be told apart are equal.
  const std::vector<double>& cycle_times() const { return used_; }
  // The cycle-time of the fastest, as those that it was made with count it: another processor may be the fastest now.
  double fastest() const { return fastest_; }

 private:
  std::vector<double> used_, estimate_;
  double fastest_ = 1;
};

}  // namespace het
