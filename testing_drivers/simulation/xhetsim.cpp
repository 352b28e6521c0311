// xhetsim: virtual seconds of the four routines on a simulated platform, by one method beside the other.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "testing_drivers/simulation/options.hpp"
#include "testing_drivers/simulation/routine_call.hpp"
#include "testing_drivers/simulation/rows.hpp"
#include "testing_drivers/support/timing.hpp"
#include "testing_drivers/xhet/sweep/command_line.hpp"

namespace het::testing {
namespace {

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
  std::optional<ScalapackGrid> scalapack;
  if (!row.by_library) scalapack.emplace(where.shape, where.map);
  row.grid = where.shape;
  if (!grid.inside()) return row;
  const auto call_of = [&](const std::string& routine, int n) {
    return make_call(routine, row.type, n, row.nb, grid, scalapack ? &*scalapack : nullptr);
  };
  call_of("gemm", 1)->run();
  const auto call = call_of(row.routine, row.n);
  row.seconds = timed(grid.comm(), [&] { row.info = std::abs(call->run()); });
  MPI_Allreduce(MPI_IN_PLACE, &row.info, 1, MPI_INT, MPI_MAX, grid.comm());
  if (row.by_library) row.calls = gathered_calls(grid.comm());
  return row;
}

// The best of the method's grids, on rank 0 of MPI_COMM_WORLD, which need not be on the grid. Processes that are not
// wait in a broadcast, where they take nothing of their host's speed.
SimulationRow best_row(const Method& method, GridShape caller, const std::vector<Host>& hosts,
                       const SimulationRow& about) {
  SimulationRow best;
  for (const MappedGrid& where : grids_of(method, caller, hosts)) {
    configure(method, hosts, where);
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
bool run_all(const SimulationOptions& options, const std::vector<Host>& hosts) {
  bool all_complete = true;
  if (speaks() && !options.json) print_header(stdout);
  for (const std::string& routine : options.routines)
    for (const int n : options.sizes)
      for (const int nb : options.nbs)
        for (const Method& method : options.methods) {
          const SimulationRow about{.routine = routine,
                                    .method = method.name,
                                    .type = options.type,
                                    .n = n,
                                    .nb = nb,
                                    .grid = {},
                                    .operations = operations(routine, options.type, n),
                                    .info = 0,
                                    .calls = {},
                                    .by_library = method.way != Method::Way::scalapack};
          const SimulationRow row = best_row(method, options.grid, hosts, about);
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
  const std::vector<Host> hosts = find_hosts();
  return run_all(parse_simulation_options(argc, argv, hosts), hosts) ? 0 : 1;
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  return het::testing::run_program("xhetsim", argc, argv, het::testing::run);
}
