// What users do with factors: ScaLAPACK's own solves with ours, and its drivers that factor inside.
#include <cstdio>
#include <iterator>

#include "testing_drivers/support/factor/cholesky.hpp"
#include "testing_drivers/support/factor/lu.hpp"
#include "testing_drivers/support/factor/qr.hpp"
#include "tests/dropin/client/client.hpp"
#include "tests/dropin/client/factor/sub_matrix.hpp"

namespace het::testing {
namespace {

// Residuals of the factors and of a solve by P?GETRS, P?POTRS, P?ORMQR (P?UNMQR) with P?TRTRS, in the testers' units.
template <class T, template <class> class Factor>
bool serves(const ProcessGrid& grid, const char* routine, double threshold, const FactorCase& one) {
  Factor<T> factor(grid, one);
  factor.reset();
  factor.factor(grid.context());
  const FactorResiduals found = factor.residuals();
  const bool right = found.info == 0 && found.factors <= threshold && found.solve.value_or(0) <= threshold &&
                     factor.surroundings_intact();
  if (!right)
    std::fprintf(stderr, "%s, %zu bytes, kind %d: INFO %d, residuals %g and %g\n", routine, sizeof(T),
                 static_cast<int>(one.kind), found.info, found.factors, found.solve.value_or(0));
  return right;
}

template <class T>
bool all_serve(const ProcessGrid& grid) {
  bool right = true;
  for (const MatrixKind kind : {MatrixKind::random, MatrixKind::graded}) {
    FactorCase one{.m = 150, .n = 150, .nb = 8, .offset = 16, .kind = kind};
    right = serves<T, Lu>(grid, "getrf", 1, one) && right;
    right = serves<T, Qr>(grid, "geqrf", 5, one) && right;
    for (const char uplo : {'L', 'U'}) {
      one.uplo = uplo;
      right = serves<T, Cholesky>(grid, "potrf", 3, one) && right;
    }
    one.m = 190;
    right = serves<T, Qr>(grid, "geqrf", 5, one) && right;
  }
  return right;
}

bool solves_of_scalapack() {
  const ProcessGrid grid({2, 2});
  const bool real = all_serve<float>(grid) && all_serve<double>(grid);
  return all_serve<std::complex<float>>(grid) && all_serve<std::complex<double>>(grid) && real;
}

// A x = b through a driver; A and b as sub-matrices.
template <class T>
struct System {
  const SubMatrixCase& one;
  DistributedMatrix<T>&a, &b;
  int ia = one.i0 + 1, ja = one.j0 + 1, jb = 1, right_sides = b.layout().n;
  std::vector<int> desc_a = a.descriptor(), desc_b = b.descriptor();
};

template <class T>
int solve_gesv(System<T>& s) {
  int info = -1;
  std::vector<int> ipiv(static_cast<std::size_t>(s.a.rows().local_size() + s.one.mb));
  pgesv(&s.one.n, &s.right_sides, s.a.data(), &s.ia, &s.ja, s.desc_a.data(), ipiv.data(), s.b.data(), &s.ia,
        &s.jb, s.desc_b.data(), &info);
  return info;
}

template <class T, char uplo>
int solve_posv(System<T>& s) {
  int info = -1;
  const char triangle = uplo;
  pposv(&triangle, &s.one.n, &s.right_sides, s.a.data(), &s.ia, &s.ja, s.desc_a.data(), s.b.data(), &s.ia,
        &s.jb, s.desc_b.data(), &info);
  return info;
}

template <class T>
int solve_gels(System<T>& s) {
  int info = -1, lwork = -1;
  std::vector<T> work(1);
  for (int call = 0; call < 2; ++call) {
    pgels("N", &s.one.m, &s.one.n, &s.right_sides, s.a.data(), &s.ia, &s.ja, s.desc_a.data(), s.b.data(),
          &s.ia, &s.jb, s.desc_b.data(), work.data(), &lwork, &info);
    lwork = std::max(1, static_cast<int>(std::real(work[0])));
    work.resize(static_cast<std::size_t>(lwork));
  }
  return info;
}

// b = A s with random signs s; the solution is right when A x = b within rounding. Collective over the grid.
template <class T>
bool solution_is_right(const ProcessGrid& grid, const char* driver, const SubMatrixCase& one, Part part,
                       int (*solve)(System<T>&)) {
  constexpr int right_sides = 5;
  SubMatrix<T> a(grid, one, part);
  const FullMatrix<T> full = a.full();
  const auto times = [&](int i, auto&& x) {
    Wide<T> sum = 0;
    for (int j = 0; j < one.n; ++j) sum += widen(full(i, j)) * x(j);
    return sum;
  };
  std::vector<std::vector<Wide<T>>> signs;
  for (int side = 0; side < right_sides; ++side)
    signs.push_back(random_signs<T>(one.n, static_cast<std::uint64_t>(side)));
  const auto right_side = [&](int i, int side) {
    return times(i,
                 [&](int j) { return signs[static_cast<std::size_t>(side)][static_cast<std::size_t>(j)]; });
  };
  DistributedMatrix<T> b(grid, {one.i0 + one.m + 3, right_sides, one.mb, 2, one.rsrc, 0});
  b.fill([&](int i, int side) {
    const int row = i - one.i0;
    return row < 0 || row >= one.m ? T(7) : static_cast<T>(right_side(row, side));
  });

  System<T> system{one, a.array(), b};
  const int info = solve(system);

  std::vector<Wide<T>> x(static_cast<std::size_t>(one.n * right_sides));
  const auto at = [&](int j, int side) -> Wide<T>& { return x[static_cast<std::size_t>(j + side * one.n)]; };
  b.for_each([&](int i, int side, const T& value) {
    if (i >= one.i0 && i < one.i0 + one.n) at(i - one.i0, side) = widen(value);
  });
  sum_over(grid.comm(), x);
  long double worst = 0, largest = 1;
  for (const auto& value : x) largest = std::max(largest, std::abs(value));
  for (int side = 0; side < right_sides; ++side)
    for (int i = 0; i < one.m; ++i) {
      const long double error = std::abs(times(i, [&](int j) { return at(j, side); }) - right_side(i, side));
      if (!(error <= worst)) worst = error;
    }
  const bool right =
      info == 0 && worst <= a.tolerance() * largest && a.array().pads_intact() && b.pads_intact();
  if (!right) std::fprintf(stderr, "%s, %zu bytes: INFO %d, error %Lg\n", driver, sizeof(T), info, worst);
  return right;
}

template <class T>
bool drivers_solve(const ProcessGrid& grid) {
  const SubMatrixCase square{.m = 60, .n = 60, .i0 = 8, .j0 = 4}, tall{.m = 75, .n = 40, .i0 = 4, .j0 = 4};
  const bool definite = solution_is_right<T>(grid, "posv", square, Part::lower, solve_posv<T, 'L'>) &&
                        solution_is_right<T>(grid, "posv", square, Part::upper, solve_posv<T, 'U'>);
  const bool general = solution_is_right<T>(grid, "gesv", square, Part::all, solve_gesv<T>);
  return solution_is_right<T>(grid, "gels", tall, Part::all, solve_gels<T>) && general && definite;
}

bool drivers() {
  const ProcessGrid grid({2, 2});
  const bool real = drivers_solve<float>(grid) && drivers_solve<double>(grid);
  return drivers_solve<std::complex<float>>(grid) && drivers_solve<std::complex<double>>(grid) && real;
}

}  // namespace

std::vector<Scenario> solver_scenarios() {
  return {fixed("solves", "ScaLAPACK's solves with the factors", solves_of_scalapack),
          fixed("drivers", "P?GESV, P?POSV and P?GELS", drivers)};
}

}  // namespace het::testing
