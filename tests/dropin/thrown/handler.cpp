// A program whose error handlers throw: a wrong product (of PBLAS, in C) and a wrong factorization (in Fortran) end in the
// program's own catch, and calls go on as if nothing had been. Exit code 0 when so. With an argument the library must have
// taken the last call.
#include <dlfcn.h>
#include <mpi.h>

#include <cstdio>
#include <stdexcept>

#include "include/hetscalapack/hetscalapack.h"
#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"

#define HET_EXPORT extern "C" __attribute__((visibility("default")))
HET_EXPORT void PB_Cabort(int context, char* routine, int info);
void PB_Cabort(int, char*, int) { throw std::runtime_error("of PB_Cabort"); }
HET_EXPORT void pxerbla_(const int* context, const char* routine, const int* info, std::size_t);
void pxerbla_(const int*, const char*, const int*, std::size_t) { throw std::runtime_error("of pxerbla_"); }

namespace het::testing {
namespace {

constexpr int kSize = 24, kOne = 1;

// A := A of m columns, by a product with the identity; m = -1 is wrong.
void product(DistributedMatrix<double>& a, const DistributedMatrix<double>& identity,
             DistributedMatrix<double>& c, int m) {
  const double alpha = 1, beta = 0;
  const auto da = a.descriptor(), di = identity.descriptor(), dc = c.descriptor();
  pgemm("N", "N", &m, &kSize, &kSize, &alpha, a.data(), &kOne, &kOne, da.data(), identity.data(), &kOne,
        &kOne, di.data(), &beta, c.data(), &kOne, &kOne, dc.data());
}

template <class Call>
bool throws(const char* text, const Call& call) {
  try {
    call();
  } catch (const std::runtime_error& error) {
    return std::string(error.what()) == text;
  }
  std::fprintf(stderr, "nothing was thrown %s\n", text);
  return false;
}

bool taken() {
  using LastCall = void(hetscalapack_call*);
  auto* const last = reinterpret_cast<LastCall*>(dlsym(RTLD_DEFAULT, "hetscalapack_last_call"));
  hetscalapack_call call{};
  if (last) last(&call);
  return call.taken != 0;
}

bool run(bool must_be_taken) {
  const ProcessGrid grid({2, 2});
  const MatrixLayout layout{kSize, kSize, 4, 4, 0, 0};
  DistributedMatrix<double> a(grid, layout), identity(grid, layout), c(grid, layout);
  const auto entry = [](int i, int j) { return whole_entry<double>(i, j, 1); };
  a.fill(entry);
  identity.fill([](int i, int j) { return i == j ? 1.0 : 0.0; });
  bool right = throws("of PB_Cabort", [&] { product(a, identity, c, -1); });
  std::vector<int> pivots(2 * kSize);
  int info = 0;
  const auto da = a.descriptor();
  const int wrong = -1;
  right = throws("of pxerbla_",
                 [&] { pgetrf(&wrong, &kSize, a.data(), &kOne, &kOne, da.data(), pivots.data(), &info); }) &&
          right;
  product(a, identity, c, kSize);
  return right && c.equals(entry) && (taken() || !must_be_taken);
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool right = het::testing::run(argc > 1);
  MPI_Finalize();
  return right ? 0 : 1;
}
