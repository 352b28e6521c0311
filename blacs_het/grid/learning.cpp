#include "blacs_het/grid/learning.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/find_speeds.hpp"
#include "blacs_het/grid/speeds/made_on_all.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"

namespace het {
namespace {

// A measurement counts as much as all that was known before.
constexpr double measured_weight = 0.5;
// All processes together that are faster, or slower, by a lesser ratio are as before.
constexpr double noticeable_scale = 1.3;
// Cycle-times alone take so many seconds at most, as a rule: some looks.
constexpr double seconds_of_looks = 0.05;

Verdict verdict_of(Measured due) {
  return due == Measured::all           ? Verdict::measure
         : due == Measured::cycle_times ? Verdict::measure_cycle_times
                                        : Verdict::as_before;
}

}  // namespace

Learning::Learning(const Speeds& speeds, Precision precision, const Config& config)
    : precision_(precision),
      follows_(config.measured()),
      memory_limit_(config.memory_limit),
      seconds_per_flop_(speeds.seconds_per_flop),
      tracker_(speeds.cycle_times),
      budget_(speeds.measuring_seconds, std::min(speeds.measuring_seconds, seconds_of_looks)) {}

Learning::Shown Learning::shown(const Speeds& speeds, int rank) const {
  if (!last_) return {};
  const WorkDone& work = last_->work;
  return {last_->outcome.seconds, work.flops + speeds.kernels.rates.half_speed_k * work.flops_per_inner,
          work.seconds,
          last_->fresh_bytes * speeds.kernels.flops_per_fresh_byte * speeds.seconds_per_flop *
              speeds.cycle_times[static_cast<std::size_t>(rank)]};
}

void Learning::passed(const std::string& size_class, double seconds) {
  experience_.passed(size_class, seconds);
  budget_.count(seconds, false, false);
}

// On the process that decides: its cycle-times, and the speed of the fastest, which may be another one than before.
void Learning::adopt(Speeds& speeds) const {
  speeds.cycle_times = tracker_.cycle_times();
  speeds.seconds_per_flop = seconds_per_flop_ * tracker_.fastest();
}

// The same with what was measured of all else.
void Learning::take_over(const Speeds& now, Speeds& speeds) const {
  const double fresh_byte = speeds.kernels.flops_per_fresh_byte * speeds.seconds_per_flop;
  speeds.links = now.links;
  speeds.kernels = now.kernels;
  // Measured where there was new memory to measure it with.
  if (now.kernels.flops_per_fresh_byte == 0)
    speeds.kernels.flops_per_fresh_byte = fresh_byte / now.seconds_per_flop;
  adopt(speeds);
  speeds.kernels.rescale(speeds.seconds_per_flop / now.seconds_per_flop);
}

void Learning::tell_all(const Communicator& comm, Speeds& speeds) const {
  broadcast_speeds(comm, speeds);
  remember(comm, precision_, speeds);
}

// Seconds per operation of the first fastest process as it was then, if the cycle-times in use are right and all processes
// together are as fast as they are measured to be.
double Learning::scale_of(const Speeds& now) const {
  return now.seconds_per_flop * scale_between(now.cycle_times, tracker_.cycle_times()) / tracker_.fastest();
}

// On the process that decides. How fast all are together calls do not show: of that the measurement alone counts.
bool Learning::takes_over(const Speeds& now) {
  std::vector<Pace> seen;
  for (const double t : now.cycle_times) seen.push_back({t, measured_weight});
  const bool others = tracker_.observe(seen);
  const double scale = scale_of(now), ratio = scale / seconds_per_flop_;
  if (!others && std::max(ratio, 1 / ratio) <= noticeable_scale) return false;
  seconds_per_flop_ = scale;
  return true;
}

bool Learning::measured(Measured what, const Speeds& now, const Communicator& comm, Speeds& speeds) {
  int changed = comm.rank() == 0 && takes_over(now);
  budget_.measured(what, now.measuring_seconds, changed != 0);
  check_mpi(MPI_Bcast(&changed, 1, MPI_INT, 0, comm.get()), "MPI_Bcast");
  if (changed == 0) return false;
  if (comm.rank() == 0) take_over(now, speeds);
  tell_all(comm, speeds);
  return true;
}

bool Learning::measured_anew(Measured what, const Communicator& comm, Speeds& speeds) try {
  const Speeds* known = what == Measured::cycle_times ? &speeds : nullptr;
  return measured(what, measure_again(comm, precision_, memory_limit_, known), comm, speeds);
} catch (const NoMemoryToMeasure&) {  // on all: what is known stays
  budget_.measured(what, 0, false);
  return false;
}

Verdict Learning::judge(const std::vector<Shown>& by_rank) {
  if (!last_) return Verdict::as_before;
  Outcome outcome = last_->outcome;
  outcome.seconds = 0;
  std::vector<Pace> seen;
  for (const Shown& shown : by_rank) {
    outcome.seconds = std::max(outcome.seconds, shown.seconds);
    outcome.fresh = std::max(outcome.fresh, shown.fresh);  // others wait for that process
    if (follows_ && outcome.taken.way != Way::forward) seen.push_back(Pace::of(shown.work, shown.busy));
  }
  // A time that a change of speeds explains says nothing of the predictions.
  const bool others = !seen.empty() && tracker_.observe(seen);
  // Noise can seem to change them at each call: of two in a row one counts.
  explained_ = others && !explained_;
  const bool surprising = !explained_ && experience_.note(outcome);
  const bool all_seen =
      !seen.empty() && std::ranges::all_of(seen, [](const Pace& pace) { return pace.weight > 0; });
  budget_.count(outcome.seconds, all_seen, surprising);
  if (others) return Verdict::others;
  return follows_ ? verdict_of(budget_.due()) : Verdict::as_before;
}

bool Learning::follow(Verdict verdict, const Communicator& comm, Speeds& speeds) {
  if (verdict == Verdict::measure) return measured_anew(Measured::all, comm, speeds);
  if (verdict == Verdict::measure_cycle_times) return measured_anew(Measured::cycle_times, comm, speeds);
  if (verdict == Verdict::others) {
    if (comm.rank() == 0) adopt(speeds);
    tell_all(comm, speeds);
  }
  return verdict == Verdict::others;
}

}  // namespace het
