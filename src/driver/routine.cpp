#include "src/driver/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>

#include "src/base/buffer.hpp"

namespace het {
namespace {

// Operations per process below which a call is over before deciding about it (and, the first time, measuring speeds for
// it) pays.
constexpr double least_flops = 2e9;
// Operations per process on a context, in calls that are large enough, before speeds are measured for them: less would
// be over before the measuring has paid.
constexpr double measuring_flops = 2e10;
// A dimension of a few blocks is a panel of somebody's blocked algorithm: there is nothing to gain from it.
constexpr Extent least_dimension = 128;

constexpr const char* not_ours = "arguments are ScaLAPACK's to judge";

// Which of the statements all processes make.
template <std::size_t count>
std::array<int, count> all_agree(const Communicator& comm, std::array<int, count> mine) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, mine.data(), count, MPI_INT, MPI_MIN, comm.get()), "MPI_Allreduce");
  return mine;
}

// A shape that is not worth a decision, from global sizes alone: every process sees the same.
bool too_small(const Request& x, double flops_per_process) {
  const Extent least = std::min({x.shape.m, x.shape.n, x.shape.k});
  const Extent block = std::max(x.part.rows.nb(), x.part.cols.nb());
  return flops_per_process < least_flops || least < least_dimension || least <= 2 * block;
}

// Why the call is not taken, from settings and sizes; empty when it may be. No communication.
std::string refusal_of(Context& context, const Request& x, const char* family) {
  const Config& config = context.config();
  if (auto reason = refusal(context, family); !reason.empty()) return reason;
  if (config.mode != Mode::automatic) return "";
  const double flops_per_process = flops(x.shape) / context.comm().size();
  if (too_small(x, flops_per_process))
    return fmt::format(
        "too small: less than {:g} operations per process, or a dimension below {} or of two blocks",
        least_flops, least_dimension);
  if (config.measured() && context.work_seen(flops_per_process) < measuring_flops)
    return fmt::format("speeds are measured once calls have done {:g} operations per process",
                       measuring_flops);
  return "";
}

// The job with all its memory on every process, or why there is none.
struct Made {
  std::unique_ptr<Job> job;
  std::string refusal;
};
Made make_job(Context& context, const Request& x, const Choice& choice, Extent before) {
  Made made;
  bool fits = false;
  const Extent budget = context.memory_bytes();
  try {
    made.job = x.make_job(context, choice);
    fits = MemoryMeter::instance().current() - before <= budget;
  } catch (const std::bad_alloc&) {
  }
  const auto [all_fit] = all_agree<1>(context.comm(), {fits});
  if (all_fit) return made;
  made.job.reset();
  made.refusal = fits ? "another process may not allocate what it needs"
                      : fmt::format("memory limit: {:.4g} MB may be allocated, and more is needed",
                                    static_cast<double>(budget) / 1e6);
  return made;
}

void record_choice(Call& call, const Context& context, const Choice& choice) {
  call.choice = choice;
  if (choice.way == Choice::in_place)
    for (int rank = 0; rank < context.comm().size(); ++rank) call.choice.order.push_back(rank);
  call.record.in_place = choice.way == Choice::in_place;
  call.record.nprow = choice.p;
  call.record.npcol = choice.q;
  call.record.predicted = choice.predicted();
  call.record.bound = choice.bound;
}

void execute(Call& call, Job& job) {
  hetscalapack_call& record = call.record;
  record.bytes_moved += job.move_in();
  call.mark(&hetscalapack_call::move_in);
  const FactorStatistics done = job.compute();
  record.busy = done.busy;
  record.panel = done.panel;
  record.broadcast = done.broadcast;
  record.exchange = done.exchange;
  record.update = done.update;
  record.bytes_moved += done.bytes_sent;
  call.mark(&hetscalapack_call::compute);
  record.bytes_moved += job.move_out();
  call.mark(&hetscalapack_call::move_out);
}

// Takes the call or not, and says why; until it takes it nothing of the caller's has been touched.
std::string take(Call& call, Context& context, const Request& x, const char* family) {
  if (auto reason = refusal_of(context, x, family); !reason.empty()) return reason;
  if (const auto [ok] = all_agree<1>(context.comm(), {x.arguments_ok}); !ok) return not_ours;
  if (!context.speeds()) return context.unusable_reason();

  const Choice choice = decided_choice(context, x.shape, {x.part, x.placement});
  call.choice.reference = choice.reference;
  if (choice.way == Choice::forward) return "ScaLAPACK is predicted to be as fast";
  auto& meter = MemoryMeter::instance();
  const Extent before = meter.current();
  meter.reset_peak();
  const Made made = make_job(context, x, choice, before);
  if (!made.job) return made.refusal;
  call.mark(&hetscalapack_call::plan);

  call.record.taken = 1;
  record_choice(call, context, choice);
  execute(call, *made.job);
  call.record.bytes_allocated = meter.peak() - before;
  return fmt::format("{}: predicted {:.3g} s, ScaLAPACK {:.3g} s",
                     call.record.in_place ? "in place" : "moved", choice.predicted(), choice.reference);
}

}  // namespace

void run_call(const Entry& entry) {
  Call call(entry.routine, entry.m, entry.n, entry.k);
  const blacs::GridInfo grid = blacs::grid_info(entry.blacs_context);
  Context* context = nullptr;
  std::string reason = not_ours;
  if (grid.inside()) {
    if (const auto request = entry.read(grid)) {
      context = &Context::of(entry.blacs_context);
      reason = take(call, *context, *request, entry.family);
    } else {
      context = Context::find(entry.blacs_context);
    }
  }
  if (!call.record.taken) {
    call.mark(&hetscalapack_call::plan);
    entry.forward();
  }
  call.set_reason(reason);
  call.finish(context);
}

}  // namespace het
