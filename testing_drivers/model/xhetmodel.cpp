// xhetmodel: what the library predicts of calls beside what they take, in real and in virtual time.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "src/base/text/message.hpp"
#include "testing_drivers/model/options.hpp"
#include "testing_drivers/model/plot.hpp"
#include "testing_drivers/model/report_lines.hpp"
#include "testing_drivers/model/rows.hpp"
#include "testing_drivers/model/speeds/speeds.hpp"
#include "testing_drivers/model/summary.hpp"
#include "testing_drivers/simulation/routine_call.hpp"
#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/timing.hpp"
#include "testing_drivers/xhet/sweep/command_line.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

// What is measured of one call: rank 0 has the forecast, all processes of the grid have the rest.
struct Sample {
  CallSeconds seconds;
  Forecast forecast;
  hetscalapack_call call{};
  int info = 0;
};

struct Case {
  char type;
  std::string routine;
  int n, nb;
};

void say(const std::string& error) { tell(stderr, "xhetmodel", error); }

// A report that cannot be used is noticed by one process, while the others are at the next call.
Forecast forecast_or_end(ReportLines& report, const std::string& routine, int n) try {
  return report.forecast(routine, n);
} catch (const InputError& error) {
  say(error.text);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return {};
}

// The call takes as long as its slowest process. Its parts are those of the busiest process, which is one of the layout's:
// one that is left out of it waits in move_out while others compute. Collective.
CallSeconds measured(MPI_Comm comm, const hetscalapack_call& call) {
  CallSeconds seconds{call.total, call.move_in, call.compute, call.move_out};
  const int busiest = rank_of_greatest(comm, call.busy);
  for (const PartOfCall& part : parts_of_call)
    MPI_Bcast(&(seconds.*part.seconds), 1, MPI_DOUBLE, busiest, comm);
  MPI_Allreduce(&call.total, &seconds.total, 1, MPI_DOUBLE, MPI_MAX, comm);
  return seconds;
}

Sample sample(const Case& one, const ProcessGrid& grid, ReportLines* report) {
  Sample result;
  std::unique_ptr<RoutineCall> call;
  require_memory(grid.comm(), fmt::format("--n {}", one.n),
                 [&] { call = make_call(one.routine, one.type, one.n, one.nb, grid); });
  if (report) report->skip();
  MPI_Barrier(grid.comm());
  result.info = std::abs(call->run());
  // As the library has it: without the report, which comes after the call and costs messages.
  hetscalapack_last_call(&result.call);
  result.seconds = measured(grid.comm(), result.call);
  MPI_Allreduce(MPI_IN_PLACE, &result.info, 1, MPI_INT, MPI_MAX, grid.comm());
  if (report) result.forecast = forecast_or_end(*report, fmt::format("p{}{}", one.type, one.routine), one.n);
  return result;
}

std::string used(const hetscalapack_call& call) {
  if (!call.taken) return "ScaLAPACK";
  return call.in_place ? "in place" : GridShape{call.nprow, call.npcol}.text();
}

// On rank 0; where it cannot be written all processes throw.
std::unique_ptr<ReportLines> opened_report() {
  std::unique_ptr<ReportLines> report;
  std::string why;
  if (speaks()) try {
      report = std::make_unique<ReportLines>();
    } catch (const InputError& error) {
      why = error.text;
    }
  int failed = why.empty() ? 0 : 1;
  MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (failed) throw InputError{why};
  return report;
}

class Sweep {
 public:
  explicit Sweep(const ModelOptions& options) : options_(options), report_(opened_report()) {}

  // True when all factorizations came to their end, and all calls went the way that was asked for.
  bool run() {
    for (const GridShape& grid : options_.grids) {
      std::vector<std::unique_ptr<ProcessGrid>> contexts;
      settle_cycle_times(grid);
      for (const std::string& way : options_.ways) contexts.push_back(context(grid, way));
      if (!contexts.front()->inside()) continue;
      for (const char type : options_.types)
        for (const std::string& routine : options_.routines)
          for (const int nb : options_.nbs)
            for (const int n : options_.sizes) run_case({type, routine, n, nb}, contexts);
    }
    return passed_;
  }
  const std::vector<ModelRow>& rows() const { return rows_; }

 private:
  // The library reads its settings at the first call on a context, which here is a small one: it measures the links.
  std::unique_ptr<ProcessGrid> context(GridShape shape, const std::string& way) const {
    const bool plain = way == plain_way;
    setenv("HETSCALAPACK_MODE", plain ? "never" : "always", 1);
    setenv("HETSCALAPACK_GRID", plain ? "auto" : way.c_str(), 1);
    auto grid = std::make_unique<ProcessGrid>(shape);
    if (grid->inside()) make_call("gemm", 'd', 1, 1, *grid)->run();
    return grid;
  }

  // The ways interleaved, so that all of them see the same machine.
  void run_case(const Case& one, const std::vector<std::unique_ptr<ProcessGrid>>& contexts) {
    std::vector<std::vector<Sample>> samples(contexts.size());
    for (int rep = -options_.warmup; rep < options_.reps; ++rep)
      for (std::size_t way = 0; way < contexts.size(); ++way) {
        Sample next = sample(one, *contexts[way], report_.get());
        if (rep >= 0) samples[way].push_back(std::move(next));
      }
    // Calls that are not taken at once tell nothing of ScaLAPACK's time; those of other ways on this grid do.
    std::optional<double> scalapack;
    for (const auto& of_way : samples)
      if (of_way.back().forecast.scalapack) scalapack = of_way.back().forecast.scalapack;
    for (std::size_t way = 0; way < contexts.size(); ++way) {
      ModelRow row = row_of(one, options_.ways[way], contexts[way]->shape(), samples[way]);
      if (row.by_scalapack() && scalapack) row.predicted = CallSeconds{.total = *scalapack};
      complain(row, samples[way].back().info);
      if (speaks()) add(row);
    }
  }

  ModelRow row_of(const Case& one, const std::string& way, GridShape grid,
                  const std::vector<Sample>& samples) const {
    ModelRow row;
    row.label = options_.label;
    row.routine = fmt::format("p{}{}", one.type, one.routine);
    row.n = one.n;
    row.nb = one.nb;
    row.grid = grid.text();
    row.way = way;
    // Repetitions may go different ways: all of a row is of the same one.
    const Sample& middle = samples[median_at(samples, [](const Sample& each) { return each.seconds.total; })];
    row.used = used(middle.call);
    row.predicted = middle.forecast.library;
    row.measured = middle.seconds;
    return row;
  }

  void complain(const ModelRow& row, int info) {
    const bool as_asked = row.by_scalapack() == (row.way == plain_way);
    if (info == 0 && as_asked) return;
    passed_ = false;
    if (speaks())
      say(fmt::format("{} {} of order {}: {}", row.routine, row.way, row.n,
                      as_asked ? fmt::format("INFO = {}", info) : "left to ScaLAPACK"));
  }

  void add(const ModelRow& row) {
    if (!options_.json && rows_.empty()) print_model_header(stdout);
    if (options_.json)
      fmt::print("{}\n", json_of(row));
    else
      print_model_row(row, stdout);
    std::fflush(stdout);
    rows_.push_back(row);
  }

  const ModelOptions& options_;
  const std::unique_ptr<ReportLines> report_;  // on rank 0
  std::vector<ModelRow> rows_;                 // there too
  bool passed_ = true;
};

std::vector<ModelRow> rows_of_files(const std::vector<std::string>& files) {
  std::vector<ModelRow> rows;
  for (const std::string& file : files) {
    std::istringstream in(text_or_error(file));
    const auto more = rows_of(in, file);
    if (more.empty()) throw InputError{fmt::format("{}: no row in it", file)};
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

int run(int argc, char** argv) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const ModelOptions options = parse_model_options(argc, argv, processes);
  std::vector<ModelRow> rows;
  bool passed = true;
  if (options.files.empty()) {
    for (const char* variable : {"HETSCALAPACK_MODE", "HETSCALAPACK_GRID"})
      tell_overruled("xhetmodel", variable, "--way");
    Sweep sweep(options);
    passed = sweep.run();
    rows = sweep.rows();
  } else if (speaks()) {
    rows = rows_of_files(options.files);
  }
  if (!speaks()) return passed ? 0 : 1;
  print_deviations(deviations(rows), options.json, stdout);
  if (!options.plot.empty()) plot_ratios(rows, options.plot);
  return passed ? 0 : 1;
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  return het::testing::run_program("xhetmodel", argc, argv, het::testing::run);
}
