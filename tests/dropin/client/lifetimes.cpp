// Long lives and odd ends: many calls, many contexts, MPI_Finalize first, BLACS that starts MPI.
#include <dlfcn.h>
#include <hetscalapack/hetscalapack.h>
#include <mpi.h>
#include <unistd.h>

#include <cstring>
#include <optional>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

bool product() {
  const ProcessGrid grid({2, 2});
  const bool first = product_is_exact<double>(grid, {});
  return product_is_exact<double>(grid, {.m = 50, .n = 40, .k = 60, .beta = 1}) && first;
}

// What the library says about the latest call; nothing when it is not in this process.
std::optional<hetscalapack_call> last_call() {
  void (*ask)(hetscalapack_call*) = nullptr;
  void* const symbol = dlsym(RTLD_DEFAULT, "hetscalapack_last_call");
  if (symbol == nullptr) return std::nullopt;
  std::memcpy(&ask, &symbol, sizeof ask);
  hetscalapack_call call{};
  ask(nullptr);  // does nothing
  ask(&call);
  return call;
}

// The library is here, saw both calls, and left them to ScaLAPACK.
bool forwarded() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const int m : {30, 50}) {
    right = product_is_exact<double>(grid, {.m = m}) && right;
    const auto call = last_call();
    right = right && call && call->taken == 0 && call->m == m && std::strcmp(call->routine, "pdgemm") == 0;
  }
  return right;
}

// Between two products one process does something else for ten seconds.
template <int late>
bool late_process() {
  const ProcessGrid grid({2, 2});
  int process = 0, processes = 0;
  blacs_pinfo_(&process, &processes);
  MPI_Barrier(MPI_COMM_WORLD);
  const bool right = product_is_exact<double>(grid, {});
  if (process == late) sleep(10);
  return product_is_exact<double>(grid, {.m = 50, .n = 40, .k = 60}) && right;
}

bool many_calls() {
  constexpr int calls = 10000;
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (int call = 0; call < calls; ++call)
    right =
        product_is_exact<double>(grid, {.m = 6 + call % 5, .n = 9, .k = 7 + call % 3, .mb = 2, .nb = 2}) &&
        right;
  return right;
}

// Nothing of a context may stay behind when it ends.
bool contexts(int count) {
  bool right = true;
  for (int one = 0; one < count; ++one) {
    const ProcessGrid grid({2, 2}, one % 2 == 0 ? 'R' : 'C');
    right = product_is_exact<double>(grid, {.m = 9, .n = 8, .k = 10, .mb = 2, .nb = 2}) && right;
  }
  return right;
}

// Sanitizers make each take a tenth of a second.
#ifdef __SANITIZE_ADDRESS__
constexpr int many = 300;
#else
constexpr int many = 3000;
#endif
bool many_contexts() { return contexts(many); }
// Speeds are measured in each context that computes.
bool contexts_that_compute() { return contexts(60); }

// The grid is never given back: MPI ends first, as in programs that leave BLACS_EXIT out.
bool finalize_first(const Operation& operation) {
  auto* grid = new ProcessGrid({2, 2});
  const bool right = operation.on(*grid);
  MPI_Finalize();
  delete grid;  // does nothing any more
  return right;
}

// BLACS_PINFO starts MPI, BLACS_EXIT(0) ends it.
bool blacs_owns_mpi(const Operation& operation) {
  bool right = true;
  {
    const ProcessGrid grid({2, 2});
    right = operation.on(grid);
  }
  const int end_mpi = 0;
  blacs_exit_(&end_mpi);
  return right;
}

}  // namespace

bool library_took_it() {
  const auto call = last_call();
  return call && call->taken != 0;
}

std::vector<Scenario> lifetime_scenarios() {
  return {fixed("product", "two products on one context", product),
          fixed("forwarded", "two products that the library must leave to ScaLAPACK", forwarded),
          fixed("late_process_0", "two products, to the second of which process 0 is late", late_process<0>),
          fixed("late_process_3", "the same of process 3", late_process<3>),
          fixed("many_calls", "10,000 small calls", many_calls),
          fixed("many_contexts", "many contexts, one after the other", many_contexts),
          fixed("contexts_that_compute", "60 contexts, one after the other", contexts_that_compute),
          {"finalize_first", "MPI_Finalize without BLACS_GRIDEXIT", finalize_first},
          {"blacs_owns_mpi", "MPI is started and ended by BLACS", blacs_owns_mpi}};
}

}  // namespace het::testing
