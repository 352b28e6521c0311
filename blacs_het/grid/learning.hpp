#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/speeds/speeds.hpp"
#include "blacs_het/plan/learning/experience.hpp"
#include "blacs_het/plan/learning/measuring_budget.hpp"
#include "blacs_het/plan/learning/speed_tracker.hpp"
#include "src/bindings/work_meter.hpp"

namespace het {

// What a call showed on this process; size class, way and predictions are equal on all of them.
struct CallSeen {
  Outcome outcome;         // its seconds are this process's
  WorkDone work;           // local; none when ScaLAPACK computed
  double fresh_bytes = 0;  // local, of blocks that were not kept from calls before
};

// What follows from what was seen.
enum class Verdict : int { as_before, others, measure_cycle_times, measure };

// What the calls of one precision on one context teach: the speeds of its processes, whether measuring anew is due, and how its
// predictions turned out. One process decides; the others learn what changed.
class Learning {
 public:
  // What one process says of the call that was noted, where processes meet: its seconds, of its local products work
  // (operations, with those that short products lose) and seconds, and those that fresh memory may have cost.
  struct Shown {
    double seconds = 0, work = 0, busy = 0, fresh = 0;
  };

  // The speeds follow what is seen, where the user did not give them.
  Learning(const Speeds& speeds, Precision precision, const Config& config);

  // Remembers a call until conclusions are drawn from it. Local, on all processes alike.
  void note(CallSeen call) { last_ = std::move(call); }
  Shown shown(const Speeds& speeds, int rank) const;
  void forget() { last_.reset(); }

  // On the process that decides: calls of a size class that passed without a look, by ScaLAPACK, took so long.
  void passed(const std::string& size_class, double seconds);
  // On the process that decides: what the call that was noted, as all processes saw it, means.
  Verdict judge(const std::vector<Shown>& by_rank);
  // Changes the cycle-times of `speeds` on all processes alike, and what goes with them; true when it did. Collective
  // where the verdict is not that all is as before.
  bool follow(Verdict verdict, const Communicator& comm, Speeds& speeds);
  // What was measured `now`, on all processes alike: of the cycle-times it counts as much as all that was known before. True
  // when it changes these or how fast all processes are together; that, links and kernels of `speeds` are those of `now`
  // then. `what` of it was measured says what its time counts for. Collective.
  bool measured(Measured what, const Speeds& now, const Communicator& comm, Speeds& speeds);

  // Of a call of a size class, on the process that decides.
  Corrections corrections(const std::string& size_class, const Predictions& predicted) const {
    return experience_.corrections(size_class, predicted);
  }

 private:
  bool measured_anew(Measured what, const Communicator& comm, Speeds& speeds);
  double scale_of(const Speeds& now) const;
  bool takes_over(const Speeds& now);
  void adopt(Speeds& speeds) const;
  void take_over(const Speeds& now, Speeds& speeds) const;
  void tell_all(const Communicator& comm, Speeds& speeds) const;

  Precision precision_;
  bool follows_;
  Extent memory_limit_;
  double seconds_per_flop_;  // of the fastest at first
  SpeedTracker tracker_;
  MeasuringBudget budget_;
  Experience experience_;
  std::optional<CallSeen> last_;
  bool explained_ = false;  // the seconds of the last call, by a change of speeds
};

}  // namespace het
