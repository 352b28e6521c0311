#pragma once
// dropin_client: an ordinary ScaLAPACK program with many scenarios, linked to plain ScaLAPACK. Its matrices
// hold whole numbers where they are multiplied, so that a product is right to the last bit or wrong.
#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {

// A product of sub-matrices: op(A) of m x k, op(B) of k x n, C of m x n.
struct ProductCase {
  int m = 30, n = 26, k = 40;
  char trans_a = 'N', trans_b = 'N';
  int mb = 4, nb = 4;  // of C; A and B are cut by mb + 1 and nb + 1 when `ragged`
  bool ragged = false;
  int offset = 0;  // all three start at row and column 1 + offset
  int rsrc = 0, csrc = 0;
  int alpha = 1, beta = 0;
  bool poison_c = false;   // C is NaN before the call
  bool poison_ab = false;  // A and B are NaN
  std::uint64_t seed = 7;
};

// Runs P?GEMM on the grid: C, A, B, everything around and between them as it must be? Local verdict;
// collective over the grid.
template <class T>
bool product_is_exact(const ProcessGrid& grid, const ProductCase& one);

// True when the library is in this process and took its latest call.
bool library_took_it();

// What the program computes in scenarios about grids and lives. Collective over the grid; local verdict.
struct Operation {
  const char* name;
  bool (*on)(const ProcessGrid& grid);
};
bool products_on(const ProcessGrid& grid);
bool factorizations_on(const ProcessGrid& grid);

struct Scenario {
  const char* name;
  const char* purpose;
  // Collective over MPI_COMM_WORLD; the verdict of this process.
  std::function<bool(const Operation&)> run;
  int thread_level = MPI_THREAD_SINGLE;  // that MPI is started with
};

// By theme; main puts them together.
std::vector<Scenario> grid_scenarios();
std::vector<Scenario> value_scenarios();
std::vector<Scenario> lifetime_scenarios();
std::vector<Scenario> overlap_scenarios();
std::vector<Scenario> endurance_scenarios();
std::vector<Scenario> thread_scenarios();
std::vector<Scenario> exit_scenarios();
std::vector<Scenario> factor_scenarios();
std::vector<Scenario> solver_scenarios();

// A scenario that knows by itself what to compute.
inline Scenario fixed(const char* name, const char* purpose, bool (*run)()) {
  return {name, purpose, [run](const Operation&) { return run(); }};
}

}  // namespace het::testing
