#include "blacs_het/grid/speeds/measured.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <new>
#include <utility>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/made_on_all.hpp"
#include "blacs_het/grid/speeds/samples.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/distribution/panels/panel_stream_shape.hpp"

namespace het {
namespace {

constexpr Extent sample_n = PanelStreamLimits{}.width;
// Samples of one look. A process that shares its core gets it for some milliseconds at a time, so a look shows its
// speed only over several such turns, and its best sample is the one that least disturbed it.
struct Look {
  int samples;
  double seconds;
  // Cycle-times within this ratio are taken for equal: a plan made from noise loses more than it could gain.
  double same_speed;

  double total_seconds() const { return samples * seconds; }
};
// The quick look is enough where it finds all processes undisturbed. The short look finds out whether there is anything
// to see; if so, the long one looks closer.
constexpr Look quick_look = charge::virtual_time ? Look{1, 0, 1.25} : Look{3, 0.002, 1.1};
constexpr Look short_look{4, 0.012, 1.25};
constexpr Look second_look = charge::virtual_time ? quick_look : short_look;
constexpr int most_more_looks = charge::virtual_time ? 1 : 2;
constexpr Look long_look{5, 0.04, 1.15};
// A long look may take this part of the call that waits for it, but is no shorter than the short one.
constexpr double part_of_call = 0.02;
constexpr int most_long_looks = 3;
constexpr double clearly_unequal = 2;
// Processes that were disturbed while they were looked at several times differ by less if they are equal.
constexpr double surely_unequal = 1.6;
// A process whose usual sample takes no more than this times its best one is undisturbed.
constexpr double steady = 1.08;

// The product of which all looks are made, in the caches.
template <Scalar T>
class SampleProduct {
 public:
  SampleProduct() {
    std::fill(a_.span().begin(), a_.span().end(), T(1));
    std::fill(b_.span().begin(), b_.span().end(), T(0.5));
  }
  void operator()() const {
    blas::gemm('N', 'N', sample_n, sample_n, sample_n, T(1), a_.data(), sample_n, b_.data(), sample_n, T(0),
               c_.data(), sample_n);
  }
  static constexpr double flops =
      flops_per_multiply_add<T> * static_cast<double>(sample_n * sample_n * sample_n);

 private:
  Buffer<T> a_{sample_n * sample_n}, b_{sample_n * sample_n}, c_{sample_n * sample_n};
};

// Seconds per operation of this process while all others compute as well, in each sample of a look.
template <Scalar T>
std::vector<double> samples_of(const Communicator& comm, const SampleProduct<T>& product, const Look& look) {
  product();  // the first one loads the library and touches the memory
  check_mpi(MPI_Barrier(comm.get()), "MPI_Barrier");
  auto all = sample_seconds(look.samples, look.seconds, std::cref(product));
  for (double& seconds : all) seconds /= SampleProduct<T>::flops;
  return all;
}

double best(const std::vector<double>& samples) { return *std::min_element(samples.begin(), samples.end()); }

// Of each process, over several looks.
std::vector<double> least_of(std::vector<double> all, const std::vector<double>& more) {
  std::ranges::transform(all, more, all.begin(), [](double a, double b) { return std::min(a, b); });
  return all;
}

// As long as the call is worth: of so many operations per process, each taking the slowest so many seconds.
Look long_look_for(double flops, double seconds_per_flop) {
  Look look = long_look;
  const double worth = part_of_call * flops * seconds_per_flop / look.samples;
  if (flops > 0) look.seconds = std::clamp(worth, short_look.seconds, long_look.seconds);
  return look;
}

std::vector<double> joined(std::vector<double> cycle_times, double same_speed) {
  join_equal(cycle_times, same_speed);
  return cycle_times;
}

bool is_steady(const Communicator& comm, const std::vector<double>& samples) {
  return largest(comm, median(samples) / best(samples)) <= steady;
}

// What looks show, longer than the quick one.
struct Seen {
  // Seconds per operation of each process, at its best; empty before the first look.
  std::vector<double> all_best = {};
  std::vector<double> samples = {};  // of this process, in the last look
  double seconds = 0;                // of all looks
};

// One more look, which counts with those before it.
template <Scalar T>
void look_again(const Communicator& comm, const SampleProduct<T>& product, const Look& look, Seen& seen) {
  seen.samples = samples_of(comm, product, look);
  const auto now = gather(comm, best(seen.samples));
  seen.all_best = seen.all_best.empty() ? now : least_of(seen.all_best, now);
  seen.seconds += look.total_seconds();
}

// Whether processes that showed these samples in the quick look are equally fast as far as can be seen in some
// milliseconds; where they do not seem so, or one of them was disturbed, in some fifty, and again where they do not then:
// on crowded cores equal ones often differ in one look, and measuring all costs more than another. The longer looks count
// with what is looked at afterwards.
template <Scalar T>
bool look_equal(const Communicator& comm, const SampleProduct<T>& product, const std::vector<double>& samples,
                Seen& longer) {
  const auto quick = gather(comm, best(samples));
  bool all_steady = is_steady(comm, samples);
  if (all_steady && spread(quick) <= second_look.same_speed) return true;
  for (int look = 0; look < most_more_looks; ++look) {
    look_again(comm, product, second_look, longer);
    const double ratio = spread(least_of(quick, longer.all_best));
    all_steady = all_steady && is_steady(comm, longer.samples);
    if (ratio <= (all_steady ? second_look.same_speed : surely_unequal)) return true;
    if (ratio > clearly_unequal) break;
  }
  return false;
}

// Cycle-times that one look after another shows, each process at its best, until the processes are equal or clearly are
// not. The operating system can crowd processes that are not bound to cores on one of them for longer than a look lasts.
// `quick_best`: of each process, in the quick look; `flops`: of the call that waits, per process. `longer`: looks before
// these, which stand in for a long one where that would take little more time than they took; becomes what was looked at
// last.
template <Scalar T>
std::vector<double> closer_looks(const Communicator& comm, const SampleProduct<T>& product,
                                 const std::vector<double>& quick_best, double flops, Seen& longer) {
  if (longer.all_best.empty() && spread(quick_best) <= clearly_unequal) {
    look_again(comm, product, short_look, longer);
    if (const auto seen = joined(longer.all_best, short_look.same_speed); spread(seen) == 1) return seen;
  }
  const bool looked = !longer.all_best.empty();
  const Look closer = long_look_for(flops, *std::ranges::max_element(looked ? longer.all_best : quick_best));
  const bool little_more = closer.total_seconds() - longer.seconds < short_look.total_seconds();
  if (!(looked && little_more && spread(longer.all_best) > clearly_unequal)) {
    longer = {};  // samples that are much shorter find a gap that is nobody's usual speed
    for (int look = 0; look < most_long_looks; ++look) {
      look_again(comm, product, closer, longer);
      if (spread(longer.all_best) > clearly_unequal) break;
      if (spread(joined(longer.all_best, closer.same_speed)) == 1) break;
    }
  }
  return joined(longer.all_best, closer.same_speed);
}

// Middle sample over best sample (>= 1) of the fastest, those with the least of the joined cycle-times; of several the middle
// one. Cycle-times compare best samples, calls run at the usual speed.
double usual_over_best(const Communicator& comm, const std::vector<double>& cycle_times,
                       const std::vector<double>& samples) {
  const auto all = gather(comm, median(samples) / best(samples));
  const double least = *std::min_element(cycle_times.begin(), cycle_times.end());
  std::vector<double> fastest;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (cycle_times[rank] == least) fastest.push_back(all[rank]);
  return median(fastest);
}

// Of each number the middle one of the processes that measure: one that was disturbed does not count.
template <Scalar T>
KernelSpeeds usual_kernels(const Communicator& comm, bool measures, Extent memory_limit) {
  KernelSpeeds mine;
  try {
    if (measures) mine = measure_kernels<T>(memory_limit);
  } catch (const std::bad_alloc&) {  // the others must not wait for this process
    measures = false;
  }
  const auto who = gather(comm, measures ? 1.0 : 0.0);
  const auto usual_of = [&](double number) {
    const auto all = gather(comm, number);
    std::vector<double> seen;
    for (std::size_t rank = 0; rank < all.size(); ++rank)
      if (who[rank] > 0) seen.push_back(all[rank]);
    return seen.empty() ? number : median(seen);
  };
  KernelSpeeds usual;
  constexpr std::array rates{&KernelRates::half_speed_k,
                             &KernelRates::half_speed_near_k,
                             &KernelRates::half_speed_square,
                             &KernelRates::half_speed_left_solve,
                             &KernelRates::half_speed_right_solve,
                             &KernelRates::vectors,
                             &KernelRates::columns};
  for (const auto rate : rates) usual.rates.*rate = usual_of(mine.rates.*rate);
  constexpr std::array costs{&KernelSpeeds::flops_per_copied_byte, &KernelSpeeds::flops_per_jump,
                             &KernelSpeeds::flops_per_fresh_byte};
  for (const auto cost : costs) usual.*cost = usual_of(mine.*cost);
  return usual;
}

// Whether this process is one of the quick ones, by its best sample: slow ones would take several times as long to measure
// what are parts of a process's own speed.
bool is_quick(const Communicator& comm, double best_sample) {
  constexpr double about_as_quick = 1.5;
  const auto all = gather(comm, best_sample);
  return best_sample <= about_as_quick * *std::min_element(all.begin(), all.end());
}

}  // namespace

template <Scalar T>
std::optional<Speeds> measure_speeds(const Communicator& comm, const MeasuringOptions& options) {
  const double begin = MPI_Wtime();
  const auto product = made_on_all(comm, [] { return SampleProduct<T>(); });
  Speeds speeds;
  // Half of the quick look before all else and half behind it: a process that shares its processor may have it to itself
  // for some milliseconds.
  auto samples = samples_of(comm, product, quick_look);
  Seen longer;
  if (options.unless_equal && look_equal(comm, product, samples, longer)) return std::nullopt;
  if (options.known) {
    speeds.kernels = options.known->kernels;
    speeds.links = options.known->links;
  } else {
    speeds.kernels = usual_kernels<T>(comm, is_quick(comm, best(samples)), options.memory_limit);
    speeds.links = measure_links(comm, find_hosts(comm));
  }
  const auto later = samples_of(comm, product, quick_look);
  samples.insert(samples.end(), later.begin(), later.end());
  const auto quick_best = gather(comm, best(samples));
  if (is_steady(comm, samples) || !options.closely) {
    speeds.cycle_times = joined(quick_best, quick_look.same_speed);
  } else {
    speeds.cycle_times = closer_looks(comm, product, quick_best, options.flops, longer);
    samples = std::move(longer.samples);
  }
  speeds.seconds_per_flop = *std::min_element(speeds.cycle_times.begin(), speeds.cycle_times.end()) *
                            usual_over_best(comm, speeds.cycle_times, samples);
  normalise(speeds.cycle_times);
  speeds.seconds_per_flop *= speeds.kernels.rates.near_product(sample_n);
  if (options.known) speeds.kernels.rescale(speeds.seconds_per_flop / options.known->seconds_per_flop);
  speeds.measuring_seconds = MPI_Wtime() - begin;
  return speeds;
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template std::optional<Speeds> measure_speeds<TYPE>(const Communicator&, const MeasuringOptions&);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
