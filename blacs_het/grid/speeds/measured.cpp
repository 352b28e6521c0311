#include "blacs_het/grid/speeds/measured.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <span>
#include <utility>

#include "blacs_het/grid/speeds/kernel_samples.hpp"
#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/made_on_all.hpp"
#include "blacs_het/grid/speeds/samples.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "blacs_het/plan/looks/looks.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"

namespace het {
namespace {

constexpr Extent sample_n = PanelStreamLimits{}.width;

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

// What one process measured, if it did.
struct KernelsSeen {
  Extent measured = 0;
  KernelSpeeds kernels;
};

// Of each number the middle one of the processes that measured: one that was disturbed does not count.
KernelSpeeds usual_kernels(const std::vector<KernelsSeen>& all) {
  const auto usual_of = [&](auto number) {
    std::vector<double> seen;
    for (const KernelsSeen& of_one : all)
      if (of_one.measured) seen.push_back(number(of_one.kernels));
    return seen.empty() ? number(KernelSpeeds{}) : median(std::move(seen));
  };
  KernelSpeeds usual;
  constexpr std::array rates{&KernelRates::half_speed_k,
                             &KernelRates::half_speed_near_k,
                             &KernelRates::half_speed_square,
                             &KernelRates::half_speed_narrow,
                             &KernelRates::half_speed_left_solve,
                             &KernelRates::half_speed_right_solve,
                             &KernelRates::vectors,
                             &KernelRates::columns};
  for (const auto rate : rates)
    usual.rates.*rate = usual_of([&](const KernelSpeeds& kernels) { return kernels.rates.*rate; });
  constexpr std::array costs{&KernelSpeeds::flops_per_copied_byte, &KernelSpeeds::flops_per_jump,
                             &KernelSpeeds::flops_per_fresh_byte};
  for (const auto cost : costs)
    usual.*cost = usual_of([&](const KernelSpeeds& kernels) { return kernels.*cost; });
  return usual;
}

// One measurement. Rank 0 decides what is looked at, and for how long, and computes what follows; the others do as it says
// and hear the result.
template <Scalar T>
class Measurement {
 public:
  Measurement(const Communicator& comm, const MeasuringOptions& options)
      : comm_(comm), options_(options), product_(made_on_all(comm, [] { return SampleProduct<T>(); })) {}

  std::optional<Speeds> speeds() {
    if ((comm_.rank() == 0 ? lead() : follow()) == Task::leave) return std::nullopt;
    broadcast_speeds(comm_, speeds_);
    speeds_.measuring_seconds = MPI_Wtime() - begin_;
    return speeds_;
  }

 private:
  // What rank 0 has all processes do next.
  enum class Task : int { look, other_work, conclude, leave };
  struct Command {
    Task task = Task::leave;
    int samples = 0;     // of a look,
    double seconds = 0;  // of each of them
  };

  Task lead() {
    const LooksWanted wanted{options_.closely, options_.flops, options_.unless_equal, charge::virtual_time};
    const Looking looking{
        .look = [&](const Look& one) { return samples_of_all(one); },
        .other_work = [&](const std::vector<bool>& measures) { other_work_of_all(measures); }};
    const auto seen = look_at_speeds(wanted, looking);
    if (seen) conclude(*seen);
    return commanded({seen ? Task::conclude : Task::leave}).task;
  }

  Task follow() {
    for (;;) {
      const Command command = commanded({});
      if (command.task == Task::look) {
        look(command);
      } else if (command.task == Task::other_work) {
        measure_other_work({});
      } else {
        return command.task;
      }
    }
  }

  // Rank 0's command, on all.
  Command commanded(Command command) const {
    check_mpi(MPI_Bcast(&command, sizeof command, MPI_BYTE, 0, comm_.get()), "MPI_Bcast");
    return command;
  }

  Samples samples_of_all(const Look& wanted) const {
    const auto all = look(commanded({Task::look, wanted.samples, wanted.seconds}));
    Samples samples;
    for (auto next = all.begin(); next != all.end(); next += wanted.samples)
      samples.emplace_back(next, next + wanted.samples);
    return samples;
  }

  // Seconds per operation of this process while all others compute as well, in each sample; on rank 0 of all.
  std::vector<double> look(const Command& command) const {
    product_();  // the first one loads the library and touches the memory
    check_mpi(MPI_Barrier(comm_.get()), "MPI_Barrier");
    auto mine = sample_seconds(command.samples, command.seconds, std::cref(product_));
    for (double& seconds : mine) seconds /= SampleProduct<T>::flops;
    return gather_to_root(comm_, std::span<const double>(mine));
  }

  void other_work_of_all(const std::vector<bool>& measures) {
    if (options_.known) {
      speeds_.kernels = options_.known->kernels;
      speeds_.links = options_.known->links;
    } else {
      commanded({Task::other_work});
      measure_other_work({measures.begin(), measures.end()});
    }
  }

  // `measures`: on rank 0, for each process, whether it measures kinds of work.
  void measure_other_work(const std::vector<int>& measures) {
    KernelsSeen mine;
    int one_of_them = 0;
    check_mpi(MPI_Scatter(measures.data(), 1, MPI_INT, &one_of_them, 1, MPI_INT, 0, comm_.get()),
              "MPI_Scatter");
    try {
      if (one_of_them) mine = {1, rates_of(sample_kernels<T>(options_.memory_limit))};
    } catch (const std::bad_alloc&) {  // the others must not wait for this process
    }
    speeds_.kernels = usual_kernels(gather_to_root(comm_, std::span<const KernelsSeen>(&mine, 1)));
    speeds_.links = measure_links(comm_, find_hosts(comm_));
  }

  void conclude(const SpeedsSeen& seen) {
    speeds_.cycle_times = seen.cycle_times;
    speeds_.seconds_per_flop = seen.seconds_per_flop * speeds_.kernels.rates.near_product(sample_n);
    if (options_.known) speeds_.kernels.rescale(speeds_.seconds_per_flop / options_.known->seconds_per_flop);
  }

  const Communicator& comm_;
  const MeasuringOptions& options_;
  const double begin_ = MPI_Wtime();
  const SampleProduct<T> product_;
  Speeds speeds_;
};

}  // namespace

template <Scalar T>
std::optional<Speeds> measure_speeds(const Communicator& comm, const MeasuringOptions& options) {
  return Measurement<T>(comm, options).speeds();
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template std::optional<Speeds> measure_speeds<TYPE>(const Communicator&, const MeasuringOptions&);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
