#include "blacs_het/grid/speeds/find_speeds.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "blacs_het/grid/speeds/measured.hpp"
#include "blacs_het/plan/learning/measuring_budget.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/base/error.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/bindings/processes/world.hpp"

namespace het {
namespace {

bool same_host(const std::string& listed, const std::string& host) {
  return listed == host || host.substr(0, host.find('.')) == listed;
}

// The cycle-time that the user gave for this process, or NaN.
double given_cycle_time(const Config& config) {
  const auto rank = static_cast<std::size_t>(world_rank());
  if (rank < config.cycle_times.size()) return config.cycle_times[rank];
  const std::string host = host_name();
  for (const HostCycleTime& entry : config.host_cycle_times)
    if (same_host(entry.host, host)) return entry.cycle_time;
  return std::nan("");
}

std::string no_line_for(const Config& config, const std::string& host, int rank) {
  return fmt::format(
      "HETSCALAPACK_CYCLE_TIMES={}: this file has no line for {}, the host of process {} of MPI_COMM_WORLD",
      config.cycle_times_text, host, rank);
}

std::vector<double> all_given(const Config& config) {
  std::vector<double> all = config.cycle_times;
  for (const HostCycleTime& entry : config.host_cycle_times) all.push_back(entry.cycle_time);
  return all;
}

// The host of a rank of the communicator. Collective.
std::string host_of(const Communicator& comm, int rank) {
  std::string name = host_name();
  name.resize(MPI_MAX_PROCESSOR_NAME);
  check_mpi(MPI_Bcast(name.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank, comm.get()), "MPI_Bcast");
  return name.c_str();
}

// Tells processes apart also where a rank in MPI_COMM_WORLD does not, which programs that are joined (MPI_Comm_spawn) have
// in common; simulated ones are one program on one host. A whole number below 2^52.
double process_number() {
  const std::string words = fmt::format("{} {} {}", host_name(), getpid(), world_rank());
  return static_cast<double>(std::hash<std::string>()(words) >> 12);
}
using Processes = std::vector<double>;  // the numbers of a communicator's, by rank
// Collective.
Processes processes_of(const Communicator& comm) { return gather(comm, process_number()); }

// Programs make context after context of the same processes; each would measure anew. By the processes, how closely was
// looked, and in which precision; what does not depend on these by the processes alone.
struct Remembered {
  double when;
  Speeds speeds;
};
template <class Key>
std::map<Key, Remembered>& remembered_speeds() {
  static std::map<Key, Remembered> all;
  return all;
}
using Looked = std::tuple<Processes, bool, Precision>;
// A first sight that showed all alike, after which nothing was measured.
struct LookedEqual {
  Looked at;
  friend bool operator<(const LookedEqual& a, const LookedEqual& b) { return a.at < b.at; }
};
constexpr double fresh_seconds = 300;  // the load of a shared machine changes

// What all processes have that is fresh: their clocks differ. Null when there is none.
template <class Key>
const Speeds* all_remember(const Communicator& comm, const Key& key, double part = 0) {
  const auto known = remembered_speeds<Key>().find(key);
  const bool mine = known != remembered_speeds<Key>().end();
  int fresh = mine && MPI_Wtime() - known->second.when <
                          (part > 0 ? known->second.speeds.measuring_seconds / part : fresh_seconds);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &fresh, 1, MPI_INT, MPI_MIN, comm.get()), "MPI_Allreduce");
  return fresh == 1 ? &known->second.speeds : nullptr;
}

// What is too old to be asked for again is forgotten: a program may make new sets of processes for ever.
template <class Key>
void remember_now(const Key& key, const Speeds& speeds) {
  const double now = MPI_Wtime();
  std::erase_if(remembered_speeds<Key>(),
                [&](const auto& one) { return now - one.second.when >= fresh_seconds; });
  remembered_speeds<Key>()[key] = {now, speeds};
}

std::optional<Speeds> measured(const Communicator& comm, Precision precision,
                               const MeasuringOptions& options) {
  return with_type_of(precision, [&]<class T>(T*) { return measure_speeds<T>(comm, options); });
}

// Given cycle-times in place of those seen, on the scale of these.
void give(Speeds& speeds, std::vector<double> given) {
  normalise(given);
  const double scale = scale_between(speeds.cycle_times, given);
  speeds.seconds_per_flop *= scale;
  speeds.kernels.rescale(scale);
  speeds.cycle_times = std::move(given);
}

// A close look shows what a quick one would.
Speeds kept(const Looked& key, const Speeds& speeds) {
  const auto& [processes, closely, precision] = key;
  remember_now(key, speeds);
  if (closely) remember_now(Looked{processes, false, precision}, speeds);
  return speeds;
}

std::optional<Speeds> remembered_or_measured(const Communicator& comm, const Looked& key,
                                             const SpeedsWanted& wanted, Extent memory_limit) {
  const auto& [processes, closely, precision] = key;
  if (const Speeds* known = all_remember(comm, key)) return *known;
  const Speeds* in_another = all_remember(comm, processes);
  const bool unless_equal = wanted.find != FindSpeeds::always && closely && !in_another;
  const double part = wanted.find == FindSpeeds::unless_still_equal ? most_when_surprised : part_for_looks;
  if (unless_equal && all_remember(comm, LookedEqual{key}, part)) return std::nullopt;
  const double begin = MPI_Wtime();
  const auto now = measured(comm, precision, {closely, wanted.flops, in_another, memory_limit, unless_equal});
  if (!now) {
    Speeds sight;
    sight.measuring_seconds = std::max(MPI_Wtime() - begin, usual_sight_seconds);
    remember_now(LookedEqual{key}, sight);
    return std::nullopt;
  }
  if (!in_another) remember_now(processes, *now);
  return kept(key, *now);
}

}  // namespace

std::string wrong_cycle_times(const Config& config) {
  if (config.measured()) return "";
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const auto listed = static_cast<int>(config.cycle_times.size());
  if (listed != 0 && listed != processes)
    return fmt::format(
        "HETSCALAPACK_CYCLE_TIMES lists {} cycle-times; MPI_COMM_WORLD has {} processes and each needs one",
        listed, processes);
  // Simulated processes are on hosts of their own, and all are asked.
  if (!charge::virtual_time && std::isnan(given_cycle_time(config)))
    return no_line_for(config, host_name(), world_rank());
  const std::vector<double> all = all_given(config);
  const auto [fastest, slowest] = std::ranges::minmax(all);
  if (slowest <= max_cycle_time * fastest) return "";
  return fmt::format(
      "HETSCALAPACK_CYCLE_TIMES: the slowest processor is {:g} times slower than the fastest; at most {:g} "
      "is allowed",
      slowest / fastest, max_cycle_time);
}

Speeds measure_again(const Communicator& comm, Precision precision, Extent memory_limit,
                     const Speeds* known) {
  constexpr double shortest_looks = 1;
  const Processes processes = processes_of(comm);
  const Speeds now = *measured(comm, precision, {true, shortest_looks, known, memory_limit});
  Speeds kept_now = now;
  if (known)  // links are as old as they were, and measuring all costs what it cost
    kept_now.measuring_seconds = std::max(now.measuring_seconds, known->measuring_seconds);
  else
    remember_now(processes, now);
  kept({processes, true, precision}, kept_now);
  return now;
}

void remember(const Communicator& comm, Precision precision, const Speeds& speeds) {
  kept({processes_of(comm), true, precision}, speeds);
}

std::optional<Speeds> find_speeds(const Communicator& comm, const Config& config, Precision precision,
                                  const SpeedsWanted& wanted) {
  // Given cycle-times still need the scale of a second.
  auto speeds = remembered_or_measured(comm, {processes_of(comm), config.measured(), precision}, wanted,
                                       config.memory_limit);
  if (config.measured()) return speeds;
  const auto given = gather(comm, given_cycle_time(config));
  const auto missing = std::ranges::find_if(given, [](double t) { return std::isnan(t); });
  if (missing != given.end()) {
    const auto rank = missing - given.begin();
    const double world = gather(comm, world_rank())[static_cast<std::size_t>(rank)];
    throw Error(no_line_for(config, host_of(comm, static_cast<int>(rank)), static_cast<int>(world)));
  }
  if (comm.rank() == 0) give(*speeds, given);
  broadcast_speeds(comm, *speeds);
  return speeds;
}

}  // namespace het
