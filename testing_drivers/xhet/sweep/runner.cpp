#include "testing_drivers/xhet/sweep/runner.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "src/base/text/message.hpp"
#include "testing_drivers/support/timing.hpp"

namespace het::testing {
namespace {

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

struct Repetition {
  double seconds = 0;
  hetscalapack_call call{};
};

// What one mode of a case gathered over its repetitions.
struct Samples {
  std::vector<Repetition> repetitions;  // those that count
  double first = -1;
  Findings worst;
  bool intact = true;
};

// Phases and busy seconds of the busiest process, which is one of the layout's, and whose phases add up to what the call
// took: one that is left out of the layout waits in move_out while others compute. Bytes of all, most bytes held by any; all
// else as process (0, 0) has it. All zero when the library has not seen the call. Collective.
hetscalapack_call gather_record(MPI_Comm comm, const std::string& routine) {
  hetscalapack_call call{};
  hetscalapack_last_call(&call);
  if (routine != call.routine) call = {};
  const int busiest = rank_of_greatest(comm, call.busy);
  for (const Phase& phase : phases) MPI_Bcast(&(call.*phase.seconds), 1, MPI_DOUBLE, busiest, comm);
  MPI_Bcast(&call.busy, 1, MPI_DOUBLE, busiest, comm);
  MPI_Allreduce(MPI_IN_PLACE, &call.bytes_moved, 1, MPI_INT64_T, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, &call.bytes_allocated, 1, MPI_INT64_T, MPI_MAX, comm);
  return call;
}

// The greater one; a NaN stays.
double worse(double a, double b) { return std::isnan(a) || a > b ? a : b; }

void check_once(Problem& problem, MPI_Comm comm, Samples& samples) {
  const Findings found = problem.check();
  samples.worst.residual = worse(samples.worst.residual, found.residual);
  if (found.solve_residual)
    samples.worst.solve_residual = worse(samples.worst.solve_residual.value_or(0), *found.solve_residual);
  if (found.info != 0) samples.worst.info = found.info;
  int intact = problem.surroundings_intact() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &intact, 1, MPI_INT, MPI_MIN, comm);
  samples.intact = samples.intact && intact != 0;
}

void run_once(Problem& problem, const ProcessGrid& grid, const std::string& mode, bool counts, bool check,
              Samples& samples) {
  setenv("HETSCALAPACK_MODE", mode == "plain" ? "never" : mode.c_str(), 1);
  problem.reset();
  const double seconds = timed(grid.comm(), [&] { problem.run(grid.context()); });
  const hetscalapack_call call = gather_record(grid.comm(), problem.routine());
  if (samples.first < 0) samples.first = seconds;
  if (counts) samples.repetitions.push_back({seconds, call});
  if (check) check_once(problem, grid.comm(), samples);
}

Row make_row(const Case& one, const Problem& problem, const std::string& mode, const Samples& samples,
             bool check) {
  // Repetitions may go different ways: all that the row tells of the call is of the same one.
  const auto& all = samples.repetitions;
  const auto& [seconds, call] = all[median_at(all, &Repetition::seconds)];
  Row row;
  row.routine = problem.routine();
  row.mode = mode;
  row.words = one.words;
  row.type = one.type;
  row.size = one.size;
  row.nb = one.nb;
  row.grid = one.grid;
  // How the sweep keeps the library away is nobody's setting.
  row.reason = mode == "plain" ? "ScaLAPACK itself, as asked for" : call.reason;
  row.taken = call.taken != 0;
  row.in_place = call.in_place != 0;
  row.seconds = seconds;
  row.seconds_min = std::ranges::min(all, {}, &Repetition::seconds).seconds;
  row.seconds_first = samples.first;
  for (std::size_t at = 0; at < phases.size(); ++at) row.split[at] = call.*phases[at].seconds;
  row.gflops = row.seconds > 0 ? problem.flops() / row.seconds * 1e-9 : 0;
  if (call.bound > 0) row.bound = call.bound;
  row.bytes_moved = call.bytes_moved;
  row.bytes_allocated = call.bytes_allocated;
  if (check) {
    const double limit = problem.threshold();
    row.residual = samples.worst.residual;
    row.solve_residual = samples.worst.solve_residual;
    row.info = samples.worst.info;
    row.passed = *row.residual <= limit && row.solve_residual.value_or(0) <= limit && samples.intact;
  }
  return row;
}

std::string size_text(const ProblemSize& size) {
  std::string text = fmt::format("--n {}", size.n);
  if (size.m != size.n) text += fmt::format(" --m {}", size.m);
  if (size.k != std::min(size.m, size.n)) text += fmt::format(" --k {}", size.k);
  return text;
}

// Rows on standard output. In mode always the library takes all that it can: where it left a call, standard error has why,
// once for each reason.
class Output {
 public:
  Output(const DriverSpec& spec, bool json) : program_(spec.name), rows_(spec, json, stdout) {}
  void print(const Row& row) {
    rows_.print(row);
    if (row.mode != "always" || row.taken || !told_.insert(row.reason).second) return;
    tell(stderr, program_,
         fmt::format("{} {}, mode always: left to ScaLAPACK: {}", row.routine, size_text(row.size),
                     row.reason.empty() ? "the library has not seen it" : row.reason));
  }

 private:
  std::string program_;
  RowPrinter rows_;
  std::set<std::string> told_;
};

// True when every check passed. Only processes inside the case's grid take part.
bool run_case(const Case& one, const DriverOptions& options, ModeGrids& grids, const ProblemMaker& make,
              Output& output) {
  std::map<std::string, Samples> samples;
  for (const std::string& mode : options.modes) grids.grid(one.grid, mode);
  const ProcessGrid& home = grids.grid(one.grid, options.modes.front());
  std::unique_ptr<Problem> problem;
  require_memory(MPI_COMM_WORLD, size_text(one.size), [&] {
    if (home.inside()) problem = make(one, options, home);
  });
  if (!home.inside()) return true;
  for (int rep = -options.warmup; rep < options.reps; ++rep)
    for (const std::string& mode : options.modes)
      run_once(*problem, grids.grid(one.grid, mode), mode, rep >= 0, options.check, samples[mode]);

  std::vector<Row> rows;
  for (const std::string& mode : options.modes)
    rows.push_back(make_row(one, *problem, mode, samples[mode], options.check));
  const auto plain = std::ranges::find(rows, "plain", &Row::mode);
  bool passed = true;
  for (Row& row : rows) {
    if (plain != rows.end() && row.seconds > 0) row.speedup = plain->seconds / row.seconds;
    passed = passed && row.passed.value_or(true);
    if (world_rank() == 0) output.print(row);
  }
  return passed;
}

// Every combination of the words that are swept over, the last option's words changing fastest.
std::vector<std::map<std::string, std::string>> combinations(const DriverSpec& spec,
                                                             const DriverOptions& options) {
  std::vector<std::map<std::string, std::string>> all(1);
  for (const WordOption& option : spec.words) {
    std::vector<std::map<std::string, std::string>> longer;
    for (const auto& some : all)
      for (const std::string& word : options.words.at(option.name)) {
        longer.push_back(some);
        longer.back()[option.name] = word;
      }
    all = std::move(longer);
  }
  return all;
}

std::vector<Case> cases_of(const DriverSpec& spec, const DriverOptions& options) {
  const auto combined = combinations(spec, options);
  std::vector<Case> cases;
  for (const char type : options.types)
    for (const GridShape& grid : options.grids)
      for (const int nb : options.nbs)
        for (const auto& words : combined)
          for (const ProblemSize& size : options.sizes) cases.push_back({type, words, nb, grid, size});
  return cases;
}

int run_sweep(const DriverSpec& spec, int argc, char** argv, const ProblemMaker& make) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const DriverOptions options = parse_options(spec, argc, argv, processes);
  ModeGrids grids;
  tell_overruled(spec.name, "HETSCALAPACK_MODE", "--mode");
  Output output(spec, options.json);
  int passed = 1;
  for (const Case& one : cases_of(spec, options))
    if (!run_case(one, options, grids, make, output)) passed = 0;
  MPI_Allreduce(MPI_IN_PLACE, &passed, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return passed != 0 ? 0 : 1;
}

}  // namespace

const ProcessGrid& ModeGrids::grid(GridShape shape, const std::string& mode) {
  auto& grid = grids_[{shape, mode}];
  if (!grid) grid = std::make_unique<ProcessGrid>(shape);
  return *grid;
}

int run_driver(const DriverSpec& spec, int argc, char** argv, const ProblemMaker& make) {
  return run_program(spec.name, argc, argv,
                     [&](int count, char** words) { return run_sweep(spec, count, words, make); });
}

}  // namespace het::testing
