// xhetsim: virtual seconds of the four routines on a simulated platform, by one method beside the other.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "testing_drivers/simulation/options.hpp"
#include "testing_drivers/simulation/routine_call.hpp"
#include "testing_drivers/simulation/rows.hpp"
#include "testing_drivers/support/timing.hpp"

namespace het::testing {
namespace {

bool speaks() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

// Seconds that each process needs for the same work, the fastest one's 1; all work at the same time, so that processes
// of one host share it.
std::vector<double> platform_cycle_times() {
  constexpr double some_flops = 1e9;
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  std::vector<double> times(static_cast<std::size_t>(processes));
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  smpi_execute_flops(some_flops);
  const double seconds = MPI_Wtime() - begin;
  MPI_Allgather(&seconds, 1, MPI_DOUBLE, times.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD);
  const double fastest = std::ranges::min(times);
  // What differs in the last digits is one speed: processes of one host do not begin at quite the same moment.
  for (double& time : times) time = std::round(time / fastest * 1e4) / 1e4;
  return times;
}

std::vector<hetscalapack_call> gathered_calls(MPI_Comm comm) {
  int processes = 1;
  MPI_Comm_size(comm, &processes);
  std::vector<hetscalapack_call> calls(static_cast<std::size_t>(processes));
  hetscalapack_call mine{};
  hetscalapack_last_call(&mine);
  const int bytes = sizeof mine;
  MPI_Gather(&mine, bytes, MPI_BYTE, calls.data(), bytes, MPI_BYTE, 0, comm);
  return calls;
}

// One case on one grid; the row is rank 0's of the grid. The first call, which measures the links, is not the one that
// counts.
SimulationRow run_on(const MappedGrid& where, SimulationRow row) {
  const ProcessGrid grid(where.shape, where.map);
  row.grid = where.shape;
  if (!grid.inside()) return row;
  make_call("gemm", row.type, 1, row.nb, grid)->run();
  const auto call = make_call(row.routine, row.type, row.n, row.nb, grid);
  row.seconds = timed(grid.comm(), [&] { row.info = std::abs(call->run()); });
  MPI_Allreduce(MPI_IN_PLACE, &row.info, 1, MPI_INT, MPI_MAX, grid.comm());
  row.calls = gathered_calls(grid.comm());
  return row;
}

// The best of the method's grids, on rank 0 of MPI_COMM_WORLD; every grid's first process is the fastest one of all that
// it holds, so it need not be that rank.
SimulationRow best_row(const Method& method, GridShape caller, const std::vector<double>& cycle_times,
                       const SimulationRow& about) {
  SimulationRow best;
  for (const MappedGrid& where : grids_of(method, caller, cycle_times)) {
    SimulationRow row = run_on(where, about);
    const int first = where.map.front();
    MPI_Bcast(&row.seconds, 1, MPI_DOUBLE, first, MPI_COMM_WORLD);
    MPI_Bcast(&row.info, 1, MPI_INT, first, MPI_COMM_WORLD);
    row.calls.resize(static_cast<std::size_t>(where.shape.size()));
    MPI_Bcast(row.calls.data(), static_cast<int>(row.calls.size() * sizeof(hetscalapack_call)), MPI_BYTE,
              first, MPI_COMM_WORLD);
    if (best.calls.empty() || row.info > best.info || row.seconds < best.seconds) best = row;
    if (best.info != 0) break;
  }
  return best;
}

// False, and said, when a factorization ended early: its time is that of a part.
bool complete(const SimulationRow& row) {
  if (row.info == 0) return true;
  if (speaks())
    fmt::print(stderr, "xhetsim: p{}{} {} of order {}: INFO = {}\n", row.type, row.routine, row.method, row.n,
               row.info);
  return false;
}

// True when all of them were complete.
bool run_all(const SimulationOptions& options) {
  bool all_complete = true;
  const auto cycle_times = platform_cycle_times();
  if (speaks() && !options.json) print_header(stdout);
  for (const std::string& routine : options.routines)
    for (const int n : options.sizes)
      for (const int nb : options.nbs)
        for (const Method& method : options.methods) {
          configure(method, cycle_times);
          const SimulationRow about{.routine = routine,
                                    .method = method.name,
                                    .type = options.type,
                                    .n = n,
                                    .nb = nb,
                                    .grid = {},
                                    .operations = operations(routine, options.type, n),
                                    .info = 0,
                                    .calls = {}};
          const SimulationRow row = best_row(method, options.grid, cycle_times, about);
          all_complete = complete(row) && all_complete;
          if (!speaks()) continue;
          if (options.json)
            print_json(row, stdout);
          else
            print_row(row, options.split, stdout);
          std::fflush(stdout);
        }
  return all_complete;
}

int run(int argc, char** argv) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  try {
    return run_all(parse_simulation_options(argc, argv, processes)) ? 0 : 1;
  } catch (const HelpRequest& help) {
    if (speaks()) fmt::print("{}", help.text);
    return 0;
  } catch (const InputError& error) {
    if (speaks()) fmt::print(stderr, "xhetsim: {}\n", error.text);
    return 2;
  }
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int code = het::testing::run(argc, argv);
  MPI_Finalize();
  return code;
}
