#include "blacs_het/grid/learning.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/gathered.hpp"

namespace het {
namespace {

// Measuring may cost this part of what calls took since the last time; more of it when one of them took longer than it
// used to.
constexpr double usual_part = 0.002, part_when_surprised = 0.02;
// A measurement counts as much as a call of some seconds.
constexpr double measured_weight = 0.95;

enum class Verdict : int { as_before, others, measure };

void tell(const Communicator& comm, void* what, int count, MPI_Datatype type) {
  check_mpi(MPI_Bcast(what, count, type, 0, comm.get()), "MPI_Bcast");
}

}  // namespace

Learning::Learning(const Speeds& speeds, bool follows)
    : follows_(follows), tracker_(speeds.cycle_times), measuring_seconds_(speeds.measuring_seconds) {}

// On the process that decides; elsewhere empty.
std::vector<Pace> Learning::paces(const Communicator& comm, const Speeds& speeds) const {
  const WorkDone& work = last_->work;
  const std::array<double, 2> mine{work.flops + speeds.kernels.rates.half_speed_k * work.flops_per_inner,
                                   work.seconds};
  const auto size = static_cast<std::size_t>(comm.rank() == 0 ? comm.size() : 0);
  std::vector<std::array<double, 2>> all(size);
  check_mpi(MPI_Gather(mine.data(), 2, MPI_DOUBLE, all.data(), 2, MPI_DOUBLE, 0, comm.get()), "MPI_Gather");
  std::vector<Pace> paces;
  for (const auto& [done, seconds] : all) paces.push_back(Pace::of(done, seconds));
  return paces;
}

bool Learning::measuring_is_due(const std::vector<Pace>& seen, double seconds, bool surprising) {
  surprised_ = surprised_ || surprising;
  const bool all_seen =
      !seen.empty() && std::ranges::all_of(seen, [](const Pace& pace) { return pace.weight > 0; });
  if (all_seen) return unseen_seconds_ = 0, surprised_ = false;
  unseen_seconds_ += seconds;
  return measuring_seconds_ <= (surprised_ ? part_when_surprised : usual_part) * unseen_seconds_;
}

bool Learning::adopt(const Communicator& comm, Speeds& speeds) {
  if (comm.rank() == 0) speeds.cycle_times = tracker_.cycle_times();
  tell(comm, speeds.cycle_times.data(), comm.size(), MPI_DOUBLE);
  remember(comm, speeds);
  experience_.forget();
  return true;
}

bool Learning::measured_anew(const Communicator& comm, Speeds& speeds) {
  const Speeds now = measure_again(comm);
  measuring_seconds_ = now.measuring_seconds;
  unseen_seconds_ = 0;
  surprised_ = false;
  std::vector<Pace> seen;
  for (const double t : now.cycle_times) seen.push_back({t, measured_weight});
  int changed = comm.rank() == 0 && tracker_.observe(seen);
  tell(comm, &changed, 1, MPI_INT);
  return changed != 0 && adopt(comm, speeds);
}

bool Learning::conclude(const Communicator& comm, double seconds, Speeds& speeds) {
  const bool computed = last_->outcome.way != Way::forward;
  const auto seen = follows_ && computed ? paces(comm, speeds) : std::vector<Pace>();
  last_->outcome.seconds = seconds;
  auto verdict = Verdict::as_before;
  if (comm.rank() == 0) {
    const bool surprising = experience_.note(last_->outcome);
    if (follows_ && !seen.empty() && tracker_.observe(seen))
      verdict = Verdict::others;
    else if (follows_ && measuring_is_due(seen, seconds, surprising))
      verdict = Verdict::measure;
  }
  last_.reset();
  tell(comm, &verdict, 1, MPI_INT);
  if (verdict == Verdict::measure) return measured_anew(comm, speeds);
  return verdict == Verdict::others && adopt(comm, speeds);
}

}  // namespace het
