#include "src/driver/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>

#include "src/base/block_cache.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/work_meter.hpp"

namespace het {
namespace {

// One number for a list of them.
Extent fingerprint(const std::vector<Extent>& numbers) {
  std::uint64_t mixed = 0xcbf29ce484222325U;
  for (const Extent number : numbers) mixed = (mixed ^ static_cast<std::uint64_t>(number)) * 0x100000001b3U;
  return static_cast<Extent>(mixed >> 2);
}

// Whether all processes say so.
bool all_agree(const Communicator& comm, bool mine) {
  int all = mine;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm.get()), "MPI_Allreduce");
  return all == 1;
}

// What all processes find out when they meet at the beginning of a call.
struct Meeting {
  bool all_read;           // all read the same global arguments without a fault
  double slowest_seconds;  // of the call that the context has still to learn from, on any process
};
Meeting meet(const Context& context, bool read, const std::vector<Extent>& arguments) {
  constexpr double ticks = 1e9;
  const Extent print = fingerprint(arguments);
  std::array<Extent, 4> least{read, print, -print, -static_cast<Extent>(ticks * context.unlearned_seconds())};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, least.data(), 4, MPI_INT64_T, MPI_MIN, context.comm().get()),
            "MPI_Allreduce");
  return {least[0] == 1 && least[1] == -least[2], -static_cast<double>(least[3]) / ticks};
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
  if (all_agree(context.comm(), fits)) return made;
  made.job.reset();
  BlockCache::instance().free_kept();  // ScaLAPACK may need it
  made.refusal = fits ? "another process may not allocate what it needs"
                      : fmt::format("memory limit: {:.4g} MB may be allocated, and more is needed",
                                    static_cast<double>(budget) / 1e6);
  return made;
}

void record_choice(Call& call, const Context& context, const Choice& choice) {
  call.choice = choice;
  if (choice.way == Way::in_place) {
    // The caller's own grid, also where an upper triangle was judged as the transpose.
    call.choice.p = context.grid().nprow;
    call.choice.q = context.grid().npcol;
    for (int rank = 0; rank < context.comm().size(); ++rank) call.choice.order.push_back(rank);
  }
  call.record.in_place = choice.way == Way::in_place;
  call.record.nprow = call.choice.p;
  call.record.npcol = call.choice.q;
  call.record.predicted = choice.predicted();
  call.record.bound = choice.bound;
}

// A failure of one process in here would leave the others waiting: it ends the program, and while the job still exists.
void execute(Call& call, Job& job, const char* family) {
  try {
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
  } catch (const std::exception& error) {
    give_up(call.record.routine[1], family, error);
  }
}

// Why it is not worth a decision yet; empty when it is. All processes see the same.
std::string_view not_worth_it(Context& context, const CallShape& shape, const Distribution& part) {
  const Config& config = context.config();
  if (config.mode != Mode::automatic) return "";
  if (auto reason = too_few_blocks(shape, part); !reason.empty()) return reason;
  return config.measured() ? too_early(context.work_seen(flops(shape) / context.comm().size())) : "";
}

std::string why_forward(const Choice& choice) {
  if (choice.reference <= 0) return "no plan could be made";  // which was said
  if (choice.learned) return "calls of this size showed ScaLAPACK to be quicker, or it is tried once";
  if (choice.quickest() >= choice.reference) return "ScaLAPACK is predicted to be as fast";
  return fmt::format("too little to gain to be sure: predicted {:.3g} s, ScaLAPACK {:.3g} s",
                     choice.quickest(), choice.reference);
}

Outcome outcome_of(const Choice& choice, const CallShape& shape, const Distribution& caller) {
  return {size_class(shape, caller), choice.way, {choice.reference, choice.in_place, choice.moved}, 0};
}

// What becomes of a call.
struct Taken {
  std::string reason;
  std::optional<Outcome> forward;  // the decision to forward it, to be learned from
};

// Takes the call or not, and says why; until it takes it nothing of the caller's has been touched.
Taken take(Call& call, Context& context, const Entry& entry) {
  if (auto reason = refusal(context, entry.routine); !reason.empty()) return {reason, {}};
  // No decision and no communication. An argument that is wrong on one process alone is noticed by all, unless it is a
  // size, and there tells another story.
  const bool decides = context.config().mode == Mode::automatic;
  if (const auto reason = too_small(entry.shape, context.comm().size()); decides && !reason.empty())
    return {std::string(reason), {}};
  auto request = entry.read(context.grid());
  const char* fault = request ? request->fault : request.refusal();
  const Meeting meeting = meet(context, !fault, entry.global_arguments);
  if (!meeting.all_read) return {fault ? fault : left::elsewhere, {}};
  const Request& x = *request;
  if (const auto reason = not_worth_it(context, entry.shape, x.part); !reason.empty())
    return {std::string(reason), {}};
  if (!context.speeds(entry.shape.precision(), flops(entry.shape) / context.comm().size()))
    return {context.unusable_reason(), {}};
  context.learn(meeting.slowest_seconds);

  const Choice choice = decided_choice(context, entry.shape, {x.part, x.placement});
  call.choice.reference = choice.reference;
  Outcome outcome = outcome_of(choice, entry.shape, x.part);
  if (choice.way == Way::forward) return {why_forward(choice), outcome};
  auto& meter = MemoryMeter::instance();
  const Extent before = meter.current();
  meter.reset_peak();
  const double begin = MPI_Wtime();
  const Made made = make_job(context, x, choice, before);
  if (!made.job) return {made.refusal, {}};
  record_choice(call, context, choice);
  call.watch(context, entry.shape);
  call.mark(&hetscalapack_call::plan);

  call.record.taken = 1;
  WorkMeter::done() = {};
  execute(call, *made.job, family_name(entry.shape.kind).data());
  outcome.seconds = MPI_Wtime() - begin;
  context.note(entry.shape.precision(), {outcome, WorkMeter::done()});
  call.record.bytes_allocated = meter.peak() - before;
  return {fmt::format("{}: predicted {:.3g} s, ScaLAPACK {:.3g} s",
                      call.record.in_place ? "in place" : "moved", choice.predicted(), choice.reference),
          {}};
}

// ScaLAPACK's own routine, timed if there is something to learn from it.
void forward(Context* context, const Entry& entry, std::optional<Outcome> outcome) {
  const double begin = outcome ? MPI_Wtime() : 0;
  entry.forward();
  if (!outcome || outcome->predicted[0] <= 0) return;
  outcome->seconds = MPI_Wtime() - begin;
  context->note(entry.shape.precision(), {*outcome, {}});
}

}  // namespace

void run_call(const Entry& entry) {
  const CallShape& shape = entry.shape;
  Call call(entry.routine, shape.m, shape.n, shape.k);
  call.precision = shape.precision();
  const blacs::GridInfo grid = blacs::grid_info(entry.blacs_context);
  Context* context = nullptr;
  Taken taken{left::outside, {}};
  if (grid.inside()) {
    context = &Context::of(entry.blacs_context);
    taken = take(call, *context, entry);
  }
  if (!call.record.taken) {
    call.mark(&hetscalapack_call::plan);
    forward(context, entry, taken.forward);
  }
  call.set_reason(taken.reason);
  call.finish(context);
}

}  // namespace het
