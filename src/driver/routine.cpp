#include "src/driver/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <new>

#include "src/base/block_cache.hpp"
#include "src/base/buffer.hpp"

namespace het {
namespace {

// One number for a list of them.
Extent fingerprint(const std::vector<Extent>& numbers) {
  std::uint64_t mixed = 0xcbf29ce484222325U;
  for (const Extent number : numbers) mixed = (mixed ^ static_cast<std::uint64_t>(number)) * 0x100000001b3U;
  return static_cast<Extent>(mixed >> 2);
}

// Whether all processes say so, of the same global arguments.
bool all_agree(const Communicator& comm, bool mine, const std::vector<Extent>& arguments = {}) {
  const Extent print = fingerprint(arguments);
  std::array<Extent, 3> least{mine, print, -print};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, least.data(), 3, MPI_INT64_T, MPI_MIN, comm.get()), "MPI_Allreduce");
  return least[0] == 1 && least[1] == -least[2];
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
std::string not_worth_it(Context& context, const CallShape& shape, const Distribution& part) {
  const Config& config = context.config();
  if (config.mode != Mode::automatic) return "";
  if (auto reason = too_few_blocks(shape, part); !reason.empty()) return reason;
  return config.measured() ? too_early(context.work_seen(flops(shape) / context.comm().size())) : "";
}

std::string too_little_gain(const Choice& choice) {
  if (choice.reference <= 0) return "no plan could be made";  // which was said
  if (choice.quickest >= choice.reference || choice.quickest <= 0)
    return "ScaLAPACK is predicted to be as fast";
  return fmt::format("too little to gain to be sure: predicted {:.3g} s, ScaLAPACK {:.3g} s", choice.quickest,
                     choice.reference);
}

// Takes the call or not, and says why; until it takes it nothing of the caller's has been touched.
std::string take(Call& call, Context& context, const Entry& entry) {
  if (auto reason = refusal(context, entry.routine); !reason.empty()) return reason;
  // No decision and no communication. An argument that is wrong on one process alone is noticed by all, unless it is a
  // size, and there tells another story.
  const bool decides = context.config().mode == Mode::automatic;
  if (auto reason = too_small(entry.shape, context.comm().size()); decides && !reason.empty()) return reason;
  auto request = entry.read(context.grid());
  const char* fault = request ? request->fault : request.refusal();
  if (!all_agree(context.comm(), !fault, entry.global_arguments)) return fault ? fault : left::elsewhere;
  const Request& x = *request;
  if (auto reason = not_worth_it(context, entry.shape, x.part); !reason.empty()) return reason;
  if (!context.speeds()) return context.unusable_reason();

  const Choice choice = decided_choice(context, entry.shape, {x.part, x.placement});
  call.choice.reference = choice.reference;
  if (choice.way == Way::forward) return too_little_gain(choice);
  auto& meter = MemoryMeter::instance();
  const Extent before = meter.current();
  meter.reset_peak();
  const Made made = make_job(context, x, choice, before);
  if (!made.job) return made.refusal;
  record_choice(call, context, choice);
  call.watch(context, entry.shape);
  call.mark(&hetscalapack_call::plan);

  call.record.taken = 1;
  execute(call, *made.job, family_name(entry.shape.kind).data());
  call.record.bytes_allocated = meter.peak() - before;
  return fmt::format("{}: predicted {:.3g} s, ScaLAPACK {:.3g} s",
                     call.record.in_place ? "in place" : "moved", choice.predicted(), choice.reference);
}

}  // namespace

void run_call(const Entry& entry) {
  const CallShape& shape = entry.shape;
  Call call(entry.routine, shape.m, shape.n, shape.k);
  const blacs::GridInfo grid = blacs::grid_info(entry.blacs_context);
  Context* context = nullptr;
  std::string reason = left::outside;
  if (grid.inside()) {
    context = &Context::of(entry.blacs_context);
    reason = take(call, *context, entry);
  }
  if (!call.record.taken) {
    call.mark(&hetscalapack_call::plan);
    entry.forward();
  }
  call.set_reason(reason);
  call.finish(context);
}

}  // namespace het
