#pragma once

namespace het {

// When speeds are measured anew: not while calls show them, and else so that measuring costs 0.2 % of what calls take; 2 %
// after a call that took clearly longer than such calls used to, less with each such time that measuring found nothing.
// Pure; for one process that decides and tells the others.
class MeasuringBudget {
 public:
  // `seconds`: that measuring took, or takes.
  explicit MeasuringBudget(double seconds) : cost_(seconds) {}

  // One more call. `all_seen`: it showed the speed of every process.
  void count(double seconds, bool all_seen, bool surprising);
  bool is_due() const;
  // Speeds were measured; whether they `changed` what was known.
  void measured(double seconds, bool changed);

 private:
  double cost_;
  double unseen_ = 0;  // seconds of calls since all speeds were known
  bool surprised_ = false;
  double part_when_surprised_ = most_when_surprised;

  static constexpr double usual_part = 0.002, most_when_surprised = 0.02;
};

}  // namespace het
