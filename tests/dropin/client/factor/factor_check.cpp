#include "tests/dropin/client/factor/factor_check.hpp"

#include <cstdio>

#include "tests/dropin/client/factor/routines.hpp"

namespace het::testing {
namespace {

void say(const char* routine, std::size_t size, const SubMatrixCase& one, const ProcessGrid& grid,
         const char* what) {
  std::fprintf(stderr, "%s, %zu bytes, %d x %d in blocks of %d x %d at (%d, %d), process (%d, %d): %s\n",
               routine, size, one.m, one.n, one.mb, one.nb, one.i0, one.j0, grid.pi(), grid.pj(), what);
}

template <class T, template <class> class Call>
bool is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one) {
  if (!grid.inside()) return true;
  SubMatrix<T> a(grid, one, Call<T>::part);
  Call<T> routine(one, a.array());
  const int info = routine.call(a.array());

  bool right = true;
  const auto demand = [&](bool met, const char* what) {
    if (!met) say(Call<T>::name, sizeof(T), one, grid, what);
    right = right && met;
  };
  demand(a.surroundings_intact(), "something outside the factors was written");
  if (!one.finite()) return right;
  FullMatrix<T> factors = a.full();
  const int expected = routine.lapack(factors);
  demand(info == expected, "INFO is not LAPACK's");
  if (!routine.goes_on_after(expected)) return right;
  demand(a.close_to(factors), "the factors are not LAPACK's");
  demand(routine.side_right(), "IPIV, TAU or WORK is wrong");
  return right;
}

template <template <class> class Call>
bool all_precisions(const ProcessGrid& grid, const SubMatrixCase& one) {
  bool right = is_lapacks<float, Call>(grid, one);
  right = is_lapacks<double, Call>(grid, one) && right;
  right = is_lapacks<std::complex<float>, Call>(grid, one) && right;
  return is_lapacks<std::complex<double>, Call>(grid, one) && right;
}

}  // namespace

bool lu_is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one) {
  return all_precisions<LuCall>(grid, one);
}

bool qr_is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one) {
  return all_precisions<QrCall>(grid, one);
}

bool cholesky_is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one) {
  SubMatrixCase square = one;
  square.m = one.n;
  const bool lower = all_precisions<LowerCholeskyCall>(grid, square);
  return all_precisions<UpperCholeskyCall>(grid, square) && lower;
}

bool factors_are_lapacks(const ProcessGrid& grid, const SubMatrixCase& one) {
  const bool lu = lu_is_lapacks(grid, one), qr = qr_is_lapacks(grid, one);
  return cholesky_is_lapacks(grid, one) && lu && qr;
}

}  // namespace het::testing
