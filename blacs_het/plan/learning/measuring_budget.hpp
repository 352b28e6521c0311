#pragma once

namespace het {

// Parts of what calls take that measuring, and looking at calls, may take: usually, and after calls that took clearly longer
// than such calls used to.
inline constexpr double part_for_looks = 0.002, most_when_surprised = 0.02;

// What is measured: cycle-times alone, or other kinds of work and links as well.
enum class Measured { nothing, cycle_times, all };

// When speeds are measured anew: not while calls show them, and else so that measuring all costs 0.2 % of what calls take;
// cycle-times alone, of which one may have changed, 2 % after a call that took clearly longer than such calls used to, half as
// much after each such time that they were found to be as before, twice as much after each other time. Pure; for one process
// that decides and tells the others.
class MeasuringBudget {
 public:
  // Seconds that measuring all took, or takes, and cycle-times alone.
  MeasuringBudget(double all, double cycle_times) : all_(all), cycle_times_(cycle_times) {}

  // One more call. `all_seen`: it showed the speed of every process.
  void count(double seconds, bool all_seen, bool surprising);
  Measured due() const;
  // That was measured; whether it `changed` what was known.
  void measured(Measured what, double seconds, bool changed);

 private:
  double all_, cycle_times_;
  double unseen_ = 0;  // seconds of calls since all speeds were known
  bool surprised_ = false;
  double part_when_surprised_ = most_when_surprised;
};

}  // namespace het
