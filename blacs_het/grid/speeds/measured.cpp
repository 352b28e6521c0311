#include "blacs_het/grid/speeds/measured.hpp"

#include <algorithm>
#include <cmath>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "blacs_het/grid/speeds/quickest_sample.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/base/buffer.hpp"
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
// The quick look is enough where it finds all processes undisturbed. The short look finds out whether there is anything
// to see; if so, the long one looks closer.
constexpr Look quick_look{5, 0.002, 1.1};
constexpr Look short_look = charge::virtual_time ? Look{1, 0, 1.25} : Look{4, 0.012, 1.25};
constexpr Look long_look{5, 0.04, 1.15};
constexpr int most_long_looks = 3;
constexpr double clearly_unequal = 2;
// A process whose usual sample takes no more than this times its best one is undisturbed.
constexpr double steady = 1.08;

// Seconds per operation of this process while all others compute as well, in each sample of a look.
std::vector<double> samples_of(const Communicator& comm, const Look& look) {
  const Buffer<double> a(sample_n * sample_n), b(sample_n * sample_n), c(sample_n * sample_n);
  std::fill(a.span().begin(), a.span().end(), 1.0);
  std::fill(b.span().begin(), b.span().end(), 0.5);
  const auto product = [&] {
    blas::gemm('N', 'N', sample_n, sample_n, sample_n, 1.0, a.data(), sample_n, b.data(), sample_n, 0.0,
               c.data(), sample_n);
  };
  product();  // the first one loads the library and touches the memory
  MPI_Barrier(comm.get());
  auto all = sample_seconds(look.samples, look.seconds, product);
  for (double& seconds : all) seconds /= 2.0 * static_cast<double>(sample_n * sample_n * sample_n);
  return all;
}

double best(const std::vector<double>& samples) { return *std::min_element(samples.begin(), samples.end()); }

// What one look after another shows, each process at its best, until the processes are equal or clearly are not. The
// operating system can crowd processes that are not bound to cores on one of them for longer than a look lasts.
std::vector<double> disturbed_cycle_times(const Communicator& comm, int long_looks) {
  auto joined = gather(comm, best(samples_of(comm, short_look)));
  join_equal(joined, short_look.same_speed);
  std::vector<double> all_best(joined.size(), HUGE_VAL);
  for (int look = 0; look < long_looks && spread(joined) > 1; ++look) {
    const auto seen = gather(comm, best(samples_of(comm, long_look)));
    std::transform(seen.begin(), seen.end(), all_best.begin(), all_best.begin(),
                   [](double a, double b) { return std::min(a, b); });
    joined = all_best;
    join_equal(joined, long_look.same_speed);
    if (spread(joined) > clearly_unequal) break;
  }
  return joined;
}

std::vector<double> cycle_times_seen(const Communicator& comm, int long_looks) {
  if (charge::virtual_time || long_looks == 0) return disturbed_cycle_times(comm, long_looks);
  const auto samples = samples_of(comm, quick_look);
  auto joined = gather(comm, best(samples));
  if (largest(comm, median(samples) / best(samples)) > steady) return disturbed_cycle_times(comm, long_looks);
  join_equal(joined, quick_look.same_speed);
  return joined;
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

Speeds measure_speeds(const Communicator& comm, bool closely) {
  const double begin = MPI_Wtime();
  Speeds speeds;
  speeds.cycle_times = cycle_times_seen(comm, closely ? most_long_looks : 0);
  speeds.seconds_per_flop = *std::min_element(speeds.cycle_times.begin(), speeds.cycle_times.end());
  normalise(speeds.cycle_times);
  speeds.kernels = usual_kernels(comm);
  speeds.seconds_per_flop *= speeds.kernels.rates.product(sample_n);
  speeds.links = measure_links(comm);
  speeds.measuring_seconds = MPI_Wtime() - begin;
  return speeds;
}

}  // namespace het
