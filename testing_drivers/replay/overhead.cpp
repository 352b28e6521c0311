#include "testing_drivers/replay/overhead.hpp"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "testing_drivers/replay/routes.hpp"
#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/timing.hpp"
#include "testing_drivers/xhet/sweep/runner.hpp"

namespace het::testing {
namespace {

constexpr int kOrder = 8, kBlock = 2, kBatches = 100;

// Matrices of N = 8 whose product and factors are themselves, so that nothing has to be made anew between calls.
struct Operands {
  explicit Operands(const ProcessGrid& grid)
      : a(grid, {kOrder, kOrder, kBlock, kBlock, 0, 0}),
        b(a),
        c(a),
        ipiv(3 * kOrder),
        tau(kOrder),
        work(4096) {
    for (auto* matrix : {&a, &b, &c}) matrix->fill([](int i, int j) { return i == j ? 1.0 : 0.0; });
  }
  DistributedMatrix<double> a, b, c;
  std::vector<int> ipiv;
  std::vector<double> tau, work;
};

// One routine, called as `function` on a context.
template <class Function>
using Caller = void (*)(Function*, Operands&, const int* descriptor);

void call_gemm(void (*pgemm)(HET_PGEMM_PARAMETERS(double)), Operands& x, const int* d) {
  const int n = kOrder, one = 1;
  const double alpha = 1, beta = 0;
  pgemm("N", "N", &n, &n, &n, &alpha, x.a.data(), &one, &one, d, x.b.data(), &one, &one, d, &beta, x.c.data(),
        &one, &one, d);
}
void call_getrf(void (*pgetrf)(HET_PGETRF_PARAMETERS(double)), Operands& x, const int* d) {
  const int n = kOrder, one = 1;
  int info = 0;
  pgetrf(&n, &n, x.a.data(), &one, &one, d, x.ipiv.data(), &info);
}
void call_geqrf(void (*pgeqrf)(HET_PGEQRF_PARAMETERS(double)), Operands& x, const int* d) {
  const int n = kOrder, one = 1, lwork = static_cast<int>(x.work.size());
  int info = 0;
  pgeqrf(&n, &n, x.a.data(), &one, &one, d, x.tau.data(), x.work.data(), &lwork, &info);
}
void call_potrf(void (*ppotrf)(HET_PPOTRF_PARAMETERS(double)), Operands& x, const int* d) {
  const int n = kOrder, one = 1;
  int info = 0;
  ppotrf("L", &n, x.a.data(), &one, &one, d, &info);
}

struct Added {
  const char* routine;
  std::vector<double> plain, library, difference;  // seconds per call, batch by batch
};

template <class Function>
Added measure(const char* name, Function* library, void (*call)(Function*, Operands&, const int*),
              ModeGrids& grids, GridShape shape, int calls) {
  const ProcessGrid& plain_grid = grids.grid(shape, "plain");
  const ProcessGrid& library_grid = grids.grid(shape, "auto");
  Operands x(plain_grid);
  const auto plain_desc = x.a.descriptor(plain_grid.context());
  const auto library_desc = x.a.descriptor(library_grid.context());
  auto* const own = reinterpret_cast<Function*>(scalapack_symbol(name));
  const int batch = std::max(1, calls / kBatches);
  const auto seconds = [&](Route route) {
    const bool plain = route == Route::scalapack;
    take_route(route);
    Function* const function = plain ? own : library;
    const int* const desc = plain ? plain_desc.data() : library_desc.data();
    return timed(plain_grid.comm(),
                 [&] {
                   for (int one = 0; one < batch; ++one) call(function, x, desc);
                 }) /
           batch;
  };
  Added added{name, {}, {}, {}};
  // The first batches load, make contexts and read the configuration.
  for (int one = -2; one < kBatches; ++one) {
    const Route first = one % 2 == 0 ? Route::scalapack : Route::library_unasked;
    const Route second = one % 2 == 0 ? Route::library_unasked : Route::scalapack;
    const double before = seconds(first), after = seconds(second);
    if (one < 0) continue;
    added.plain.push_back(first == Route::scalapack ? before : after);
    added.library.push_back(first == Route::scalapack ? after : before);
    added.difference.push_back(added.library.back() - added.plain.back());
  }
  return added;
}

std::vector<Added> measure_all(ModeGrids& grids, GridShape shape, int calls) {
  return {measure("pdgemm_", het_pdgemm_, call_gemm, grids, shape, calls),
          measure("pdgetrf_", het_pdgetrf_, call_getrf, grids, shape, calls),
          measure("pdgeqrf_", het_pdgeqrf_, call_geqrf, grids, shape, calls),
          measure("pdpotrf_", het_pdpotrf_, call_potrf, grids, shape, calls)};
}

void print(const Added& added, GridShape shape, int calls, bool json, std::FILE* out) {
  const std::string routine(added.routine, std::string(added.routine).size() - 1);
  const double plain = 1e9 * median(added.plain), library = 1e9 * median(added.library),
               difference = 1e9 * median(added.difference);
  if (json)
    fmt::print(out, "{}\n",
               nlohmann::ordered_json{{"routine", routine},
                                      {"n", kOrder},
                                      {"grid", shape.text()},
                                      {"calls", calls},
                                      {"plain_ns", plain},
                                      {"auto_ns", library},
                                      {"added_ns", difference}}
                   .dump());
  else
    fmt::print(out, "{:<8} N={} grid {}: ScaLAPACK {:.0f} ns, here {:.0f} ns, added {:.0f} ns per call\n",
               routine, kOrder, shape.text(), plain, library, difference);
  std::fflush(out);
}

// Those who wait do not compete for cores with those who are measured.
void wait_asleep() {
  MPI_Request all_here;
  MPI_Ibarrier(MPI_COMM_WORLD, &all_here);
  for (int here = 0; MPI_Test(&all_here, &here, MPI_STATUS_IGNORE), here == 0;)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

void print_overhead(const ReplayOptions& options, std::FILE* out) {
  setenv("HETSCALAPACK_MODE", "auto", 1);
  ModeGrids grids;
  std::vector<GridShape> shapes{{1, 1}};
  if (options.grid.size() > 1) shapes.push_back(options.grid);
  for (const GridShape shape : shapes) {
    for (const char* mode : {"plain", "auto"}) grids.grid(shape, mode);
    if (grids.grid(shape, "auto").inside())
      for (const Added& added : measure_all(grids, shape, options.calls))
        if (speaks()) print(added, shape, options.calls, options.json, out);
    wait_asleep();
  }
}

}  // namespace het::testing
