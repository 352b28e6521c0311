#include "src/driver/report.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "src/base/say.hpp"
#include "src/base/text/report_file.hpp"
#include "src/driver/watch/summary.hpp"
#include "src/driver/watch/trace.hpp"

namespace het {
namespace {

template <class T>
std::vector<T> gathered(const Communicator& comm, T value, MPI_Datatype type) {
  std::vector<T> values(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Gather(&value, 1, type, values.data(), 1, type, 0, comm.get()), "MPI_Gather");
  return values;
}

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
  line["arrangement"] = rows_of(call.choice.order, r.npcol,
                                [&](int rank) { return cycle_times[static_cast<std::size_t>(rank)]; });
  line["order"] = rows_of(call.choice.order, r.npcol, [](int rank) { return rank; });
  if (!r.in_place) {  // which has neither shares nor units
    line["row_unit"] = call.choice.rows.nb;
    line["col_unit"] = call.choice.cols.nb;
  }
  line["row_shares"] = call.choice.rows.shares();
  line["col_shares"] = call.choice.cols.shares();
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

// Seconds of the phases; in place nothing moves, and the clock's noise is no news.
std::string phases(const hetscalapack_call& r) {
  if (r.in_place) return fmt::format("plan {:.3g}, compute {:.3g}", r.plan, r.compute);
  return fmt::format("plan {:.3g}, move in {:.3g}, compute {:.3g}, move out {:.3g}", r.plan, r.move_in,
                     r.compute, r.move_out);
}

void print_line(const hetscalapack_call& r) {
  const std::string words = Call::words(r.routine, r.m, r.n, r.k);
  if (r.taken)
    say("hetscalapack: {}: {} {} x {}, {:.4g} s ({}), {:.4g} MB allocated\n", words,
        r.in_place ? "in place on" : "moved to", r.nprow, r.npcol, r.total, phases(r),
        static_cast<double>(r.bytes_allocated) / 1e6);
  else
    say("hetscalapack: {}: forwarded ({}), {:.4g} s\n", words, r.reason, r.total);
}

int print_summary(MPI_Comm, int, void* attribute, void*) {
  say("{}", static_cast<const Summary*>(attribute)->text());
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

}  // namespace

void report(const Call& call, Context& context) {
  const Config& config = context.config();
  if (!config.report.empty() && (call.record.taken || context.is_root())) {
    nlohmann::json line;
    if (context.is_root()) line = json_of(call);
    if (context.is_root() && call.choice.reference() > 0) add_plan(line, call, context);
    if (call.record.taken) {
      constexpr std::pair<const char*, double hetscalapack_call::*> times[] = {
          {"busy", &hetscalapack_call::busy},
          {"panel", &hetscalapack_call::panel},
          {"broadcast", &hetscalapack_call::broadcast},
          {"exchange", &hetscalapack_call::exchange},
          {"update", &hetscalapack_call::update}};
      for (const auto& [name, member] : times) {
        const auto values = gathered(context.comm(), call.record.*member, MPI_DOUBLE);
        if (context.is_root()) line[name] = values;
      }
      const auto bytes = gathered(context.comm(), call.record.bytes_moved, MPI_INT64_T);
      const auto allocated = gathered(context.comm(), call.record.bytes_allocated, MPI_INT64_T);
      if (context.is_root()) {
        line["bytes_moved"] = bytes;
        line["bytes_allocated"] = allocated;
      }
    }
    if (context.is_root()) write_line(config.report, line);
  }
  if (call.record.taken && call.timeline()) trace(call, context);
  if (config.verbose >= 1 && context.is_root()) {
    summary().count(call.record);
    if (call.record.taken || config.verbose >= 2) print_line(call.record);
  }
}

}  // namespace het
