#include "blacs_het/grid/speeds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "blacs_het/grid/quickest_sample.hpp"
#include "src/base/buffer.hpp"
#include "src/base/error.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

constexpr Extent sample_n = 192;
// Samples of one look. A process that shares its core gets it for some milliseconds at a time, so a look shows its
// speed only over several such turns, and its best sample is the one that least disturbed it.
struct Look {
  int samples;
  double seconds;
  // Cycle-times within this ratio are taken for equal: a plan made from noise loses more than it could gain.
  double same_speed;
};
// The short look finds out whether there is anything to see; if so, the long one looks closer.
constexpr Look short_look = charge::virtual_time ? Look{1, 0, 1.25} : Look{4, 0.012, 1.25};
constexpr Look long_look{5, 0.04, 1.15};
constexpr int most_long_looks = 3;
constexpr double clearly_unequal = 2;
// Length of the message that shows the bandwidth. Virtual time is a linear function of the length above the shortest
// messages, so a shorter one will do: a thousand processes hold two of them each on one machine.
constexpr Extent link_bytes = Extent{4} << 20,
                 sent_bytes = charge::virtual_time ? link_bytes >> 4 : link_bytes;
constexpr int burst_messages = 9;
constexpr int tag = 6;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Seconds per operation of this process while all others compute as well: the best of the look's samples.
double seconds_per_flop(const Communicator& comm, const Look& look) {
  const Buffer<double> a(sample_n * sample_n), b(sample_n * sample_n), c(sample_n * sample_n);
  std::fill(a.span().begin(), a.span().end(), 1.0);
  std::fill(b.span().begin(), b.span().end(), 0.5);
  const auto product = [&] {
    blas::gemm('N', 'N', sample_n, sample_n, sample_n, 1.0, a.data(), sample_n, b.data(), sample_n, 0.0,
               c.data(), sample_n);
  };
  product();  // the first one loads the library and touches the memory
  MPI_Barrier(comm.get());
  const double flops = 2.0 * static_cast<double>(sample_n * sample_n * sample_n);
  return quickest_sample(look.samples, look.seconds, product) / flops;
}

// Seconds that a message of `bytes` to the next rank and one from the previous one take.
double ring_seconds(const Communicator& comm, Extent bytes) {
  const Buffer<char> out(bytes), in(bytes);
  std::fill(out.span().begin(), out.span().end(), 0);
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  std::vector<double> seen;
  for (int sample = 0; sample < 5; ++sample) {
    const double begin = MPI_Wtime();
    check_mpi(MPI_Sendrecv(out.data(), message_bytes(bytes), MPI_BYTE, next, tag, in.data(),
                           message_bytes(bytes), MPI_BYTE, previous, tag, comm.get(), MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

// Seconds of `messages` short messages to the next rank, and as many from the previous one, all at once.
double burst_seconds(const Communicator& comm, int messages) {
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  std::vector<MPI_Request> requests(static_cast<std::size_t>(2 * messages));
  std::vector<char> out(static_cast<std::size_t>(messages)), in(out);
  std::vector<double> seen;
  for (int sample = 0; sample < 5; ++sample) {
    const double begin = MPI_Wtime();
    for (std::size_t i = 0; i < out.size(); ++i) {
      check_mpi(MPI_Irecv(&in[i], 1, MPI_BYTE, previous, tag, comm.get(), &requests[2 * i]), "MPI_Irecv");
      check_mpi(MPI_Isend(&out[i], 1, MPI_BYTE, next, tag, comm.get(), &requests[2 * i + 1]), "MPI_Isend");
    }
    check_mpi(MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

double largest(const Communicator& comm, double value) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm.get()), "MPI_Allreduce");
  return value;
}

// One value of each process, by rank; gathered and broadcast by one process, so that all see the same bits.
std::vector<double> gather(const Communicator& comm, double value) {
  std::vector<double> values(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Gather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, 0, comm.get()), "MPI_Gather");
  check_mpi(MPI_Bcast(values.data(), comm.size(), MPI_DOUBLE, 0, comm.get()), "MPI_Bcast");
  return values;
}

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

// Groups of cycle-times that no measurement tells apart get their mean.
void join_equal(std::vector<double>& cycle_times, double same_speed) {
  std::vector<std::size_t> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return cycle_times[a] < cycle_times[b]; });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    double sum = 0;
    for (end = begin; end < order.size() && cycle_times[order[end]] <= same_speed * cycle_times[order[begin]];
         ++end)
      sum += cycle_times[order[end]];
    for (std::size_t at = begin; at < end; ++at)
      cycle_times[order[at]] = sum / static_cast<double>(end - begin);
  }
}

void normalise(std::vector<double>& cycle_times) {
  const double fastest = *std::min_element(cycle_times.begin(), cycle_times.end());
  for (double& t : cycle_times) t /= fastest;
}

// What one look after another shows, each process at its best, until the processes are equal or clearly are not. The
// operating system can crowd processes that are not bound to cores on one of them for longer than a look lasts.
std::vector<double> cycle_times_seen(const Communicator& comm, int long_looks) {
  const auto spread = [](const std::vector<double>& times) {
    const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
    return *slowest / *fastest;
  };
  auto joined = gather(comm, seconds_per_flop(comm, short_look));
  join_equal(joined, short_look.same_speed);
  std::vector<double> best(joined.size(), HUGE_VAL);
  for (int look = 0; look < long_looks && spread(joined) > 1; ++look) {
    const auto seen = gather(comm, seconds_per_flop(comm, long_look));
    std::transform(seen.begin(), seen.end(), best.begin(), best.begin(),
                   [](double a, double b) { return std::min(a, b); });
    joined = best;
    join_equal(joined, long_look.same_speed);
    if (spread(joined) > clearly_unequal) break;
  }
  return joined;
}

// Programs make context after context of the same processes; each would measure anew. By the world ranks of the
// processes and how closely was looked.
struct Remembered {
  double when;
  Speeds speeds;
};
std::map<std::pair<std::vector<double>, bool>, Remembered>& memory() {
  static std::map<std::pair<std::vector<double>, bool>, Remembered> all;
  return all;
}
constexpr double fresh_seconds = 300;  // the load of a shared machine changes

// Whether all processes have a value that is fresh: their clocks differ.
bool all_remember(const Communicator& comm, const Remembered* known) {
  int fresh = known && MPI_Wtime() - known->when < fresh_seconds;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &fresh, 1, MPI_INT, MPI_MIN, comm.get()), "MPI_Allreduce");
  return fresh == 1;
}

Speeds remembered_or_measured(const Communicator& comm, const std::vector<double>& world, bool closely) {
  const auto known = memory().find({world, closely});
  if (all_remember(comm, known == memory().end() ? nullptr : &known->second)) return known->second.speeds;
  Speeds speeds = measure_speeds(comm, closely);
  memory()[{world, closely}] = {MPI_Wtime(), speeds};
  return speeds;
}

// Of each number the middle one of all processes: one that was disturbed does not count.
KernelSpeeds usual_kernels(const Communicator& comm) {
  const KernelSpeeds mine = measure_kernels();
  KernelSpeeds usual;
  usual.rates.half_speed_k = median(gather(comm, mine.rates.half_speed_k));
  usual.rates.vectors = median(gather(comm, mine.rates.vectors));
  usual.flops_per_copied_byte = median(gather(comm, mine.flops_per_copied_byte));
  return usual;
}

}  // namespace

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

Speeds measure_speeds(const Communicator& comm, bool closely) {
  Speeds speeds;
  speeds.cycle_times = cycle_times_seen(comm, closely ? most_long_looks : 0);
  speeds.seconds_per_flop = *std::min_element(speeds.cycle_times.begin(), speeds.cycle_times.end());
  normalise(speeds.cycle_times);
  speeds.kernels = usual_kernels(comm);
  speeds.seconds_per_flop *= speeds.kernels.rates.product(sample_n);
  if (comm.size() > 1) {
    speeds.latency = largest(comm, ring_seconds(comm, 1));
    const double burst = largest(comm, burst_seconds(comm, burst_messages));
    speeds.message_overhead =
        std::clamp((burst - speeds.latency) / (burst_messages - 1), 0.0, speeds.latency);
    const double sent = largest(comm, ring_seconds(comm, sent_bytes));
    const double longer = static_cast<double>(link_bytes - sent_bytes) / static_cast<double>(sent_bytes - 1);
    speeds.seconds_per_byte = (sent + longer * (sent - speeds.latency)) / static_cast<double>(link_bytes);
  }
  return speeds;
}

Speeds find_speeds(const Communicator& comm, const Config& config) {
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const auto listed = static_cast<int>(config.cycle_times.size());
  require(listed == 0 || listed == processes,
          "HETSCALAPACK_CYCLE_TIMES lists {} cycle-times; MPI_COMM_WORLD has {} processes and each needs one",
          listed, processes);
  const auto world = gather(comm, world_rank());
  // Given cycle-times still need the scale of a second.
  Speeds speeds = remembered_or_measured(comm, world, config.measured());
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
