#include "testing_drivers/xhet/sweep/runner.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>

#include "testing_drivers/support/timing.hpp"

namespace het::testing {
namespace {

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// What one mode of a case gathered over its repetitions.
struct Samples {
  std::vector<double> seconds, plan, move_in, compute, move_out, busy;
  double first = -1;
  hetscalapack_call last{};
  double residual = 0;
  bool intact = true;
};

// Seconds of the slowest process, bytes of all, most bytes held by any; all else as process (0, 0) has it.
// Collective.
hetscalapack_call gather_record(MPI_Comm comm) {
  hetscalapack_call call{};
  hetscalapack_last_call(&call);
  double slowest[] = {call.plan, call.move_in, call.compute, call.move_out, call.busy};
  MPI_Allreduce(MPI_IN_PLACE, slowest, 5, MPI_DOUBLE, MPI_MAX, comm);
  call.plan = slowest[0], call.move_in = slowest[1], call.compute = slowest[2];
  call.move_out = slowest[3], call.busy = slowest[4];
  MPI_Allreduce(MPI_IN_PLACE, &call.bytes_moved, 1, MPI_INT64_T, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, &call.bytes_allocated, 1, MPI_INT64_T, MPI_MAX, comm);
  return call;
}

void run_once(Problem& problem, const ProcessGrid& grid, const std::string& mode, bool counts, bool check,
              Samples& samples) {
  setenv("HETSCALAPACK_MODE", mode == "plain" ? "never" : mode.c_str(), 1);
  problem.reset();
  const double seconds = timed(grid.comm(), [&] { problem.run(grid.context()); });
  samples.last = gather_record(grid.comm());
  if (samples.first < 0) samples.first = seconds;
  if (counts) {
    samples.seconds.push_back(seconds);
    samples.plan.push_back(samples.last.plan);
    samples.move_in.push_back(samples.last.move_in);
    samples.compute.push_back(samples.last.compute);
    samples.move_out.push_back(samples.last.move_out);
    samples.busy.push_back(samples.last.busy);
  }
  if (!check) return;
  const double residual = problem.residual();
  if (!(residual <= samples.residual)) samples.residual = residual;
  int intact = problem.surroundings_intact() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &intact, 1, MPI_INT, MPI_MIN, grid.comm());
  samples.intact = samples.intact && intact != 0;
}

Row make_row(const Case& one, const Problem& problem, const std::string& mode, const Samples& samples,
             bool check) {
  Row row;
  row.routine = problem.routine();
  row.mode = mode;
  row.trans = one.trans;
  row.type = one.type;
  row.size = one.size;
  row.nb = one.nb;
  row.grid = one.grid;
  row.reason = samples.last.reason;
  row.taken = samples.last.taken != 0;
  row.in_place = samples.last.in_place != 0;
  row.seconds = median(samples.seconds);
  row.seconds_min = *std::min_element(samples.seconds.begin(), samples.seconds.end());
  row.seconds_first = samples.first;
  row.plan = median(samples.plan);
  row.move_in = median(samples.move_in);
  row.compute = median(samples.compute);
  row.move_out = median(samples.move_out);
  row.busy = median(samples.busy);
  row.gflops = row.seconds > 0 ? problem.flops() / row.seconds * 1e-9 : 0;
  row.bound = samples.last.bound;
  row.bytes_moved = samples.last.bytes_moved;
  row.bytes_allocated = samples.last.bytes_allocated;
  if (check) {
    row.residual = samples.residual;
    row.passed = samples.residual <= problem.threshold() && samples.intact;
  }
  return row;
}

// True when every check passed. Only processes inside the case's grid take part.
bool run_case(const Case& one, const DriverOptions& options, ModeGrids& grids, const ProblemMaker& make,
              RowPrinter& printer) {
  std::map<std::string, Samples> samples;
  for (const std::string& mode : options.modes) grids.grid(one.grid, mode);
  const ProcessGrid& home = grids.grid(one.grid, options.modes.front());
  if (!home.inside()) return true;
  const auto problem = make(one, options, home);
  for (int rep = -options.warmup; rep < options.reps; ++rep)
    for (const std::string& mode : options.modes)
      run_once(*problem, grids.grid(one.grid, mode), mode, rep >= 0, options.check, samples[mode]);

  bool passed = true;
  for (const std::string& mode : options.modes) {
    Row row = make_row(one, *problem, mode, samples[mode], options.check);
    const auto plain = samples.find("plain");
    if (plain != samples.end() && row.seconds > 0) row.speedup = median(plain->second.seconds) / row.seconds;
    passed = passed && row.passed.value_or(true);
    if (world_rank() == 0) printer.print(row);
  }
  return passed;
}

std::vector<Case> cases_of(const DriverOptions& options) {
  std::vector<Case> cases;
  for (const char type : options.types)
    for (const GridShape& grid : options.grids)
      for (const int nb : options.nbs)
        for (const std::string& trans : options.trans)
          for (const ProblemSize& size : options.sizes) cases.push_back({type, trans, nb, grid, size});
  return cases;
}

}  // namespace

const ProcessGrid& ModeGrids::grid(GridShape shape, const std::string& mode) {
  auto& grid = grids_[{shape, mode}];
  if (!grid) grid = std::make_unique<ProcessGrid>(shape);
  return *grid;
}

int run_driver(const DriverSpec& spec, int argc, char** argv, const ProblemMaker& make) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const bool speaks = world_rank() == 0;
  DriverOptions options;
  try {
    options = parse_options(spec, argc, argv, processes);
  } catch (const HelpRequest& help) {
    if (speaks) fmt::print("{}", help.text);
    return 0;
  } catch (const InputError& error) {
    if (speaks) fmt::print(stderr, "{}: {}\n", spec.name, error.text);
    return 2;
  }
  ModeGrids grids;
  RowPrinter printer(options.json, spec.has_trans, stdout);
  int passed = 1;
  for (const Case& one : cases_of(options))
    if (!run_case(one, options, grids, make, printer)) passed = 0;
  MPI_Allreduce(MPI_IN_PLACE, &passed, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return passed != 0 ? 0 : 1;
}

}  // namespace het::testing
