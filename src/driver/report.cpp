#include "src/driver/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <type_traits>
#include <vector>

#include "src/base/error.hpp"
#include "src/base/say.hpp"
#include "src/base/text/report_file.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/driver/json_text.hpp"
#include "src/driver/watch/summary.hpp"
#include "src/driver/watch/trace.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

// Rows of a p x q grid from a row-major list.
template <class T>
std::vector<std::vector<T>> rows_of(const std::vector<T>& list, int q) {
  std::vector<std::vector<T>> rows;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (at % static_cast<std::size_t>(q) == 0) rows.emplace_back();
    rows.back().push_back(list[at]);
  }
  return rows;
}

JsonMembers members_of(const hetscalapack_call& r) {
  return {{"routine", json_text(r.routine)},
          {"m", json_text(r.m)},
          {"n", json_text(r.n)},
          {"k", json_text(r.k)},
          {"taken", json_text(r.taken != 0)},
          {"reason", json_text(r.reason)},
          {"seconds", json_text(JsonMembers{{"plan", json_text(r.plan)},
                                            {"move_in", json_text(r.move_in)},
                                            {"compute", json_text(r.compute)},
                                            {"move_out", json_text(r.move_out)},
                                            {"total", json_text(r.total)}})}};
}

void add_plan(JsonMembers& line, const Call& call, Context& context) {
  const auto& cycle_times = context.speeds(call.precision).cycle_times;
  const auto& r = call.record;
  line["cycle_times"] = json_text(cycle_times);
  if (!r.taken) {
    line["predicted"] = json_text(JsonMembers{{"scalapack", json_text(call.choice.reference())}});
    return;
  }
  const auto& layout = call.choice.layout;
  std::vector<double> arranged;
  for (const int rank : layout.order) arranged.push_back(cycle_times[static_cast<std::size_t>(rank)]);
  line["in_place"] = json_text(r.in_place != 0);
  line["grid"] = json_text(std::vector{r.nprow, r.npcol});
  line["arrangement"] = json_text(rows_of(arranged, r.npcol));
  line["order"] = json_text(rows_of(layout.order, r.npcol));
  if (!r.in_place) {  // which has neither shares nor units
    line["row_unit"] = json_text(layout.rows.nb);
    line["col_unit"] = json_text(layout.cols.nb);
  }
  line["row_shares"] = json_text(layout.rows.shares());
  line["col_shares"] = json_text(layout.cols.shares());
  line["bound"] = json_text(r.bound);
  line["predicted"] = json_text(JsonMembers{{"move_in", json_text(call.choice.move_in)},
                                            {"compute", json_text(call.choice.compute)},
                                            {"move_out", json_text(call.choice.move_out)},
                                            {"total", json_text(r.predicted)},
                                            {"scalapack", json_text(call.choice.reference())}});
}

// What each process measured of a call that was taken: travels as it lies in memory.
struct OfProcess {
  double plan, move_in, compute, move_out, total;
  double busy, panel, broadcast, exchange, update;
  Extent bytes_moved, bytes_allocated;
};
static_assert(sizeof(OfProcess) == 12 * sizeof(Extent));

// By rank, on rank 0; none where it has no memory for them. Collective over the context.
std::optional<std::vector<OfProcess>> of_processes(const hetscalapack_call& r, const Context& context) {
  return gathered_or_none(context.comm(),
                          OfProcess{r.plan, r.move_in, r.compute, r.move_out, r.total, r.busy, r.panel,
                                    r.broadcast, r.exchange, r.update, r.bytes_moved, r.bytes_allocated});
}

// Whose phases a report tells: of the processes of a call that was taken the busiest one, or the lowest of several. Rank 0
// may have no part in the layout, and only wait.
std::size_t teller(const std::vector<OfProcess>& all) {
  return static_cast<std::size_t>(std::ranges::max_element(all, {}, &OfProcess::busy) - all.begin());
}

// The call as one line tells it: the teller's phases, and the most memory of a process.
hetscalapack_call told_of(hetscalapack_call call, const std::vector<OfProcess>& all) {
  if (all.empty()) return call;  // not taken: rank 0's
  const OfProcess& of = all[teller(all)];
  call.plan = of.plan, call.move_in = of.move_in, call.compute = of.compute;
  call.move_out = of.move_out, call.total = of.total;
  call.bytes_allocated = std::ranges::max(all, {}, &OfProcess::bytes_allocated).bytes_allocated;
  return call;
}

// One list for each figure, by rank.
void add_processes(JsonMembers& line, const std::vector<OfProcess>& all) {
  const auto add = [&](const char* key, auto figure) {
    std::vector<std::decay_t<decltype(all.front().*figure)>> list;
    for (const OfProcess& each : all) list.push_back(each.*figure);
    line[key] = json_text(list);
  };
  if (all.empty()) return;  // of a call that was not taken
  line["seconds_of"] = json_text(teller(all));
  add("busy", &OfProcess::busy);
  add("panel", &OfProcess::panel);
  add("broadcast", &OfProcess::broadcast);
  add("exchange", &OfProcess::exchange);
  add("update", &OfProcess::update);
  add("bytes_moved", &OfProcess::bytes_moved);
  add("bytes_allocated", &OfProcess::bytes_allocated);
}

// Seconds of the phases; in place nothing moves, and the clock's noise is no news.
std::string phases(const hetscalapack_call& r) {
  if (r.in_place) return fmt::format("plan {:.3g}, compute {:.3g}", r.plan, r.compute);
  return fmt::format("plan {:.3g}, move in {:.3g}, compute {:.3g}, move out {:.3g}", r.plan, r.move_in,
                     r.compute, r.move_out);
}

void print_line(const hetscalapack_call& r) {
  const std::string words = call_words(r.routine, r.m, r.n, r.k);
  if (r.taken)
    say("hetscalapack: {}: {} {} x {}, {:.4g} s ({}), {:.4g} MB allocated at most\n", words,
        r.in_place ? "in place on" : "moved to", r.nprow, r.npcol, r.total, phases(r),
        static_cast<double>(r.bytes_allocated) / 1e6);
  else
    say("hetscalapack: {}: forwarded ({}), {:.4g} s\n", words, r.reason, r.total);
}

void write_report(const Call& call, Context& context, const std::vector<OfProcess>& processes) {
  JsonMembers line = members_of(told_of(call.record, processes));
  if (call.choice.reference() > 0) add_plan(line, call, context);
  add_processes(line, processes);
  const std::string& file = context.config().report;
  const std::string why = add_to_report(file, json_text(line));
  if (!why.empty()) say_once("HETSCALAPACK_REPORT={}: {}", file, why);
}

// The call has its result: for want of memory, say, its report is given up, and not the program.
template <class Tell>
void unless_lost(const Tell& tell) {
  try {
    tell();
  } catch (...) {
    say("hetscalapack: what there is to say of a call was lost: {}\n", thrown_text());
  }
}

// Called by MPI, whose C frames no exception may pass.
int print_summary(MPI_Comm, int, void* attribute, void*) noexcept {
  try {
    say("{}", static_cast<const Summary*>(attribute)->text());
  } catch (...) {
    std::fputs("hetscalapack: the summary of calls was lost for want of memory\n", stderr);
  }
  return MPI_SUCCESS;
}

// Of the calls of this process. MPI deletes the attributes of MPI_COMM_SELF first thing in MPI_Finalize: the last
// moment at which we may speak. That may be when the program ends and its objects are gone: this one stays.
Summary& summary() {
  static Summary& the_summary = *new Summary;
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, print_summary, &made, nullptr),
              "MPI_Comm_create_keyval");
    check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, made, &the_summary), "MPI_Comm_set_attr");
    return made;
  }();
  static_cast<void>(key);
  return the_summary;
}

void tell(const hetscalapack_call& record, int verbose) {
  summary().count(record);
  if (record.taken || verbose >= 2) print_line(record);
}

}  // namespace

void report(const Call& call, Context& context) {
  const Config& config = context.config();
  const bool taken = call.record.taken != 0;
  const auto processes = taken && !context.silent() ? of_processes(call.record, context)
                                                    : std::optional(std::vector<OfProcess>{});
  if (!config.report.empty() && context.is_root())
    unless_lost([&] {
      if (!processes) throw std::bad_alloc();
      write_report(call, context, *processes);
    });
  if (taken && call.timeline()) trace(call, context);
  if (config.verbose >= 1 && context.is_root())
    unless_lost(
        [&] { tell(told_of(call.record, processes.value_or(std::vector<OfProcess>{})), config.verbose); });
}

}  // namespace het
