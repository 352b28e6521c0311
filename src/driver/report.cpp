#include "src/driver/report.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "src/base/error.hpp"
#include "src/base/say.hpp"
#include "src/base/text/report_file.hpp"
#include "src/driver/watch/summary.hpp"
#include "src/driver/watch/trace.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

// Rows of a p x q grid from a row-major list.
template <class T, class F>
nlohmann::json rows_of(const std::vector<T>& list, int q, F value) {
  auto rows = nlohmann::json::array();
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (at % static_cast<std::size_t>(q) == 0) rows.push_back(nlohmann::json::array());
    rows.back().push_back(value(list[at]));
  }
  return rows;
}

nlohmann::json json_of(const Call& call) {
  const auto& r = call.record;
  return {{"routine", r.routine},
          {"m", r.m},
          {"n", r.n},
          {"k", r.k},
          {"taken", r.taken != 0},
          {"reason", r.reason},
          {"seconds",
           {{"plan", r.plan},
            {"move_in", r.move_in},
            {"compute", r.compute},
            {"move_out", r.move_out},
            {"total", r.total}}}};
}

void add_plan(nlohmann::json& line, const Call& call, Context& context) {
  const auto& cycle_times = context.speeds(call.precision).cycle_times;
  const auto& r = call.record;
  line["cycle_times"] = cycle_times;
  if (!r.taken) {
    line["predicted"] = {{"scalapack", call.choice.reference()}};
    return;
  }
  line["in_place"] = r.in_place != 0;
  line["grid"] = {r.nprow, r.npcol};
  line["arrangement"] = rows_of(call.choice.layout.order, r.npcol,
                                [&](int rank) { return cycle_times[static_cast<std::size_t>(rank)]; });
  line["order"] = rows_of(call.choice.layout.order, r.npcol, [](int rank) { return rank; });
  if (!r.in_place) {  // which has neither shares nor units
    line["row_unit"] = call.choice.layout.rows.nb;
    line["col_unit"] = call.choice.layout.cols.nb;
  }
  line["row_shares"] = call.choice.layout.rows.shares();
  line["col_shares"] = call.choice.layout.cols.shares();
  line["bound"] = r.bound;
  line["predicted"] = {{"move_in", call.choice.move_in},
                       {"compute", call.choice.compute},
                       {"move_out", call.choice.move_out},
                       {"total", r.predicted},
                       {"scalapack", call.choice.reference()}};
}

void write_line(const std::string& file, const nlohmann::json& line) {
  // Texts may quote settings in any encoding.
  const std::string why =
      add_to_report(file, line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (!why.empty()) say_once(fmt::format("HETSCALAPACK_REPORT={}: {}", file, why));
}

// What each process measured of a call that was taken: travels as it lies in memory.
struct OfProcess {
  double busy, panel, broadcast, exchange, update;
  Extent bytes_moved, bytes_allocated;
};
static_assert(sizeof(OfProcess) == 7 * sizeof(Extent));

// By rank, on rank 0. Collective over the context.
std::vector<OfProcess> of_processes(const hetscalapack_call& r, const Context& context) {
  const Communicator& comm = context.comm();
  const OfProcess mine{r.busy, r.panel, r.broadcast, r.exchange, r.update, r.bytes_moved, r.bytes_allocated};
  std::vector<OfProcess> all(context.is_root() ? static_cast<std::size_t>(comm.size()) : 0);
  check_mpi(MPI_Gather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, comm.get()),
            "MPI_Gather");
  return all;
}

// One list for each figure, by rank.
void add_processes(nlohmann::json& line, const std::vector<OfProcess>& all) {
  for (const OfProcess& each : all) {
    line["busy"].push_back(each.busy);
    line["panel"].push_back(each.panel);
    line["broadcast"].push_back(each.broadcast);
    line["exchange"].push_back(each.exchange);
    line["update"].push_back(each.update);
    line["bytes_moved"].push_back(each.bytes_moved);
    line["bytes_allocated"].push_back(each.bytes_allocated);
  }
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
    say("hetscalapack: {}: {} {} x {}, {:.4g} s ({}), {:.4g} MB allocated\n", words,
        r.in_place ? "in place on" : "moved to", r.nprow, r.npcol, r.total, phases(r),
        static_cast<double>(r.bytes_allocated) / 1e6);
  else
    say("hetscalapack: {}: forwarded ({}), {:.4g} s\n", words, r.reason, r.total);
}

void write_report(const Call& call, Context& context, const std::vector<OfProcess>& processes) {
  nlohmann::json line = json_of(call);
  if (call.choice.reference() > 0) add_plan(line, call, context);
  add_processes(line, processes);
  write_line(context.config().report, line);
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
  if (!config.report.empty()) {
    const auto processes = taken ? of_processes(call.record, context) : std::vector<OfProcess>{};
    if (context.is_root()) unless_lost([&] { write_report(call, context, processes); });
  }
  if (taken && call.timeline()) trace(call, context);
  if (config.verbose >= 1 && context.is_root()) unless_lost([&] { tell(call.record, config.verbose); });
}

}  // namespace het
