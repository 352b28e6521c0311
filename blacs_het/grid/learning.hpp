#pragma once
#include <optional>
#include <vector>

#include "blacs_het/grid/speeds/speeds.hpp"
#include "blacs_het/plan/learning/experience.hpp"
#include "blacs_het/plan/learning/measuring_budget.hpp"
#include "blacs_het/plan/learning/speed_tracker.hpp"
#include "src/bindings/work_meter.hpp"

namespace het {

// What a call showed on this process; size class, way and predictions are equal on all of them.
struct CallSeen {
  Outcome outcome;  // its seconds are this process's
  WorkDone work;    // local; none when ScaLAPACK computed
};

// What the calls of one precision on one context teach: the speeds of its processes, whether measuring anew is due, and how its
// predictions turned out. One process decides; the others learn what changed.
class Learning {
 public:
  // Whether the speeds follow what is seen: not where the user gave them.
  Learning(const Speeds& speeds, Precision precision, bool follows);

  // Remembers a call until the next one begins. Local, on all processes alike.
  void note(CallSeen call) { last_ = std::move(call); }
  // Of the call that was noted, on this process; else 0.
  double seconds() const { return last_ ? last_->outcome.seconds : 0; }

  // Draws the conclusions from the call that was noted, whose slowest process took `seconds`. Changes the cycle-times
  // of `speeds` on all processes alike, and what goes with them; true when it did. Collective, after note().
  bool conclude(const Communicator& comm, double seconds, Speeds& speeds);

  // Of a size class, on the process that decides.
  Corrections corrections(const std::string& size_class) const { return experience_.corrections(size_class); }

 private:
  std::vector<Pace> paces(const Communicator& comm, const Speeds& speeds) const;
  bool measured_anew(const Communicator& comm, Speeds& speeds);
  void adopt(const Communicator& comm, Speeds& speeds);

  Precision precision_;
  bool follows_;
  double seconds_per_flop_;  // of the fastest at first
  SpeedTracker tracker_;
  MeasuringBudget budget_;
  Experience experience_;
  std::optional<CallSeen> last_;
};

}  // namespace het
