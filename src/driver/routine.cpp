#include "src/driver/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "src/base/block_cache.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/work_meter.hpp"
#include "src/driver/meeting/job_that_fits.hpp"
#include "src/driver/meeting/meeting.hpp"
#include "src/driver/report.hpp"

namespace het {
namespace {

void record_choice(Call& call, const Context& context, const Choice& choice) {
  call.choice = choice;
  if (choice.way == Way::in_place) {
    // The caller's own grid, also where an upper triangle was judged as the transpose.
    call.choice.layout.p = context.grid().nprow;
    call.choice.layout.q = context.grid().npcol;
    for (int rank = 0; rank < context.comm().size(); ++rank) call.choice.layout.order.push_back(rank);
  }
  call.record.in_place = choice.way == Way::in_place;
  call.record.nprow = call.choice.layout.p;
  call.record.npcol = call.choice.layout.q;
  call.record.predicted = choice.predicted();
  call.record.bound = choice.bound;
}

// A failure of one process in here would leave the others waiting: it ends the program, and while the job still exists.
void execute(Call& call, Job& job, const char* family) {
  try {
    hetscalapack_call& record = call.record;
    record.bytes_moved += job.move_in();
    call.mark(&hetscalapack_call::move_in);
    const ComputeStatistics done = job.compute();
    record.busy = done.busy;
    record.panel = done.panel;
    record.broadcast = done.broadcast;
    record.exchange = done.exchange;
    record.update = done.update;
    record.bytes_moved += done.bytes_sent;
    call.mark(&hetscalapack_call::compute);
    record.move_in += done.move_in;
    record.compute -= done.move_in;
    record.bytes_moved += job.move_out();
    call.mark(&hetscalapack_call::move_out);
  } catch (...) {
    abort_program(call.record.routine[1], family);
  }
}

bool equally_fast(const std::vector<double>& cycle_times) {
  return cycle_times.size() > 1 &&
         std::ranges::all_of(cycle_times, [&](double t) { return t == cycle_times.front(); });
}

std::string why_forward(const Choice& choice, Context& context, Precision precision) {
  if (choice.basis == Basis::unpredicted)
    return "what such calls take is predicted when they have taken long enough";
  if (choice.reference() <= 0) return "no plan could be made";  // which was said
  if (choice.refused) return needed_too_much(choice, context.config());
  if (choice.basis == Basis::trial)
    return "ScaLAPACK is tried once, to know what it takes for calls of this size";
  if (choice.basis == Basis::experience) return "by what calls of this size took, ScaLAPACK is quicker";
  const bool equal = equally_fast(context.speeds(precision).cycle_times);
  const std::string_view where = equal ? " on equally fast processes" : "";
  if (choice.quickest() >= choice.reference())
    return fmt::format("no gain{}: ScaLAPACK is predicted to be as fast", where);
  return fmt::format("too little to gain to be sure{}: predicted {:.3g} s, ScaLAPACK {:.3g} s", where,
                     choice.quickest(), choice.reference());
}

Outcome outcome_of(const Choice& choice, const CallShape& shape, const Distribution& caller) {
  return {size_class(shape, caller), choice.taken(), choice.predictions, 0};
}

// Why it goes to ScaLAPACK whatever else is asked; empty where that is open.
std::string_view passes(const Context& context, const CallShape& shape) {
  if (context.opening() == Opening::all_pass) return mode_never;
  return context.opening() == Opening::small_pass
             ? context.size_limits(shape.precision()).too_small(shape, context.processes())
             : "";
}

// The same of one that passes: rather the setting that keeps the routine from being taken, which rank 0 knows already.
std::string why_passed(const Context& context, const Entry& entry, std::string_view size) {
  std::string setting = refusal(context, entry.routine);
  return setting.empty() ? std::string(size) : setting;
}

// How a call counts for the agenda of mode auto.
enum class Counts { nowhere, passed, looked_at };

void count(Context& context, const CallShape& shape, Counts how, double seconds) {
  if (how == Counts::passed) context.agenda().count_passed(shape, context.processes(), seconds);
  if (how == Counts::looked_at) context.agenda().count_looked_at(shape, context.processes(), seconds);
}

// How a call was handled. One that was computed here was counted.
struct Handling {
  std::string reason;
  std::optional<Outcome> forward;  // the decision to forward it, to be learned from
  Counts counts = Counts::nowhere;
};

// Computed here, in the way that was agreed on.
void compute(Call& call, Context& context, const Entry& entry, const Agreement& agreed, Job& job,
             Extent before) {
  record_choice(call, context, agreed.choice);
  call.watch(context, entry.shape);
  call.mark(&hetscalapack_call::plan);
  call.record.taken = 1;
  WorkMeter::done() = {};
  execute(call, job, family_name(entry.shape.kind).data());
  call.record.bytes_allocated = MemoryMeter::instance().peak() - before;
  context.decisions().note_memory(agreed.key, fingerprint(entry), call.record.bytes_allocated);
}

// Carries out what was agreed on, unless that was to forward the call, or a process gets no memory.
Handling carry_out(Call& call, Context& context, const Entry& entry, const Request& x, Agreement& agreed,
                   Counts counts) {
  const CallShape& shape = entry.shape;
  auto& meter = MemoryMeter::instance();
  const Extent before = meter.current();
  meter.reset_peak();
  const std::size_t fresh = BlockCache::instance().fresh();
  const double begin = MPI_Wtime();
  const Made made = job_that_fits(context, call, entry, x, agreed, before);
  const Choice& choice = agreed.choice;
  call.choice.predictions = choice.predictions;
  Outcome outcome = outcome_of(choice, shape, x.part);
  if (!made.job)
    return {made.refusal.empty() ? why_forward(choice, context, shape.precision()) : made.refusal, outcome,
            counts};
  compute(call, context, entry, agreed, *made.job, before);
  outcome.seconds = MPI_Wtime() - begin;
  if (made.job->complete()) {
    context.note(shape.precision(),
                 {outcome, WorkMeter::done(), static_cast<double>(BlockCache::instance().fresh() - fresh)});
    count(context, shape, counts, outcome.seconds);
  }
  return {fmt::format("{}: predicted {:.3g} s, ScaLAPACK {:.3g} s",
                      call.record.in_place ? "in place" : "moved", choice.predicted(), choice.reference()),
          {}};
}

// Takes the call or not, and says why; until it takes it nothing of the caller's has been touched.
Handling take(Call& call, Context& context, const Entry& entry) {
  const CallShape& shape = entry.shape;
  if (context.given_up()) return {context.unusable_reason(), {}};
  // By sizes and without communication: who alone has another size goes another way than the others, who wait for it and
  // say so (broadcast_instruction). Any other argument that is wrong on one process alone, all hear of when they meet.
  if (const auto reason = passes(context, shape); !reason.empty())
    return {why_passed(context, entry, reason), {}};
  const bool decides = context.opening() == Opening::small_pass;
  if (decides && !context.agenda().is_due(shape, context.processes()))
    return {why_passed(context, entry,
                       context.size_limits(shape.precision()).too_small_alone(shape, context.processes())),
            {},
            Counts::passed};
  const Counts counts = decides ? Counts::looked_at : Counts::nowhere;
  context.set_up();
  if (auto reason = refusal(context, entry.routine); !reason.empty()) {
    if (!context.usable() && !context.given_up()) return {reason, {}, counts};
    context.agenda().put_off(shape, HUGE_VAL);
    return {reason, {}};
  }
  auto request = entry.read(context.grid());
  Agreement agreed = meet(context, entry, request);
  if (!agreed.left.empty()) return {agreed.left, {}, counts};
  return carry_out(call, context, entry, *request, agreed, counts);
}

// ScaLAPACK's own routine, timed if there is something to learn from it. A call that it found wrong, or whose work ended
// early, teaches nothing and is not counted: sizes that differ between processes are wrong.
void forward(Context* context, const Entry& entry, Handling& handling) {
  if (handling.counts == Counts::nowhere && !handling.forward) {
    entry.forward();
    return;
  }
  const double begin = MPI_Wtime();
  if (!entry.forward()) return;
  const double seconds = MPI_Wtime() - begin;
  count(*context, entry.shape, handling.counts, seconds);
  if (!handling.forward || !handling.forward->predicted.contains({})) return;  // no plan could be made
  handling.forward->seconds = seconds;
  context->note(entry.shape.precision(), {*handling.forward, {}, 0});
}

}  // namespace

std::string_view passes_at_once(int blacs_context, const CallShape& shape) {
  const Context* context = Context::recent(blacs_context);
  if (!context && blacs::grid_info(blacs_context).inside()) context = &Context::opened(blacs_context);
  return context && context->usable() && context->silent() ? passes(*context, shape) : std::string_view();
}

void run_call(const Entry& entry) {
  const CallShape& shape = entry.shape;
  Call call(entry.routine, shape.m, shape.n, shape.k);
  call.precision = shape.precision();
  const blacs::GridInfo grid = blacs::grid_info(entry.blacs_context);
  Context* context = nullptr;
  Handling handling{left::outside, {}};
  if (grid.inside()) {
    context = &Context::opened(entry.blacs_context);
    handling = take(call, *context, entry);
  }
  if (!call.record.taken) {
    call.mark(&hetscalapack_call::plan);
    forward(context, entry, handling);
  }
  call.set_reason(handling.reason);
  call.finish();
  if (context) report(call, *context);
}

}  // namespace het
