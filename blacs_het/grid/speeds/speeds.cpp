#include "blacs_het/grid/speeds/speeds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "blacs_het/grid/speeds/measured.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

bool same_host(const std::string& listed, const std::string& host) {
  return listed == host || host.substr(0, host.find('.')) == listed;
}

std::string host_name() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return std::string(name, static_cast<std::size_t>(length));
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

// The host of a rank of the communicator. Collective.
std::string host_of(const Communicator& comm, int rank) {
  std::string name = host_name();
  name.resize(MPI_MAX_PROCESSOR_NAME);
  check_mpi(MPI_Bcast(name.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank, comm.get()), "MPI_Bcast");
  return name.c_str();
}

// Programs make context after context of the same processes; each would measure anew. By the world ranks of the
// processes and how closely was looked.
using Processes = std::vector<double>;  // their world ranks
struct Remembered {
  double when;
  Speeds speeds;
};
std::map<std::pair<Processes, bool>, Remembered>& memory() {
  static std::map<std::pair<Processes, bool>, Remembered> all;
  return all;
}
constexpr double fresh_seconds = 300;  // the load of a shared machine changes

// Whether all processes have a value that is fresh: their clocks differ.
bool all_remember(const Communicator& comm, const Remembered* known) {
  int fresh = known && MPI_Wtime() - known->when < fresh_seconds;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &fresh, 1, MPI_INT, MPI_MIN, comm.get()), "MPI_Allreduce");
  return fresh == 1;
}

Speeds kept(const Processes& world, bool closely, Speeds speeds) {
  memory()[{world, closely}] = {MPI_Wtime(), speeds};
  return speeds;
}

Speeds remembered_or_measured(const Communicator& comm, const Processes& world, bool closely, double flops) {
  const auto known = memory().find({world, closely});
  if (all_remember(comm, known == memory().end() ? nullptr : &known->second)) return known->second.speeds;
  return kept(world, closely, measure_speeds(comm, closely, flops));
}

}  // namespace

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

Speeds measure_again(const Communicator& comm) {
  constexpr double shortest_looks = 1;
  const Processes world = gather(comm, world_rank());
  return kept(world, true, measure_speeds(comm, true, shortest_looks));
}

void remember(const Communicator& comm, const Speeds& speeds) {
  kept(gather(comm, world_rank()), true, speeds);
}

Speeds find_speeds(const Communicator& comm, const Config& config, double flops) {
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const auto listed = static_cast<int>(config.cycle_times.size());
  require(listed == 0 || listed == processes,
          "HETSCALAPACK_CYCLE_TIMES lists {} cycle-times; MPI_COMM_WORLD has {} processes and each needs one",
          listed, processes);
  const auto world = gather(comm, world_rank());
  // Given cycle-times still need the scale of a second.
  Speeds speeds = remembered_or_measured(comm, world, config.measured(), flops);
  if (config.measured()) return speeds;
  auto given = gather(comm, given_cycle_time(config));
  const auto missing = std::ranges::find_if(given, [](double t) { return std::isnan(t); });
  if (missing != given.end()) {
    const auto rank = missing - given.begin();
    throw Error(fmt::format(
        "HETSCALAPACK_CYCLE_TIMES: the file has no line for {}, the host of process {} of MPI_COMM_WORLD",
        host_of(comm, static_cast<int>(rank)), world[static_cast<std::size_t>(rank)]));
  }
  normalise(given);
  const double slowest = *std::max_element(given.begin(), given.end());
  require(slowest <= max_cycle_time,
          "HETSCALAPACK_CYCLE_TIMES: the slowest processor is {:g} times slower than the fastest; at most "
          "{:g} is allowed",
          slowest, max_cycle_time);
  speeds.cycle_times = std::move(given);
  return speeds;
}

}  // namespace het
