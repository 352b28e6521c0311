// mumps_user LETTER SYM PAR CORE: a program as users of MUMPS write it, with SYM and PAR as MUMPS knows them. Two
// instances live at once, and one of them factors a second matrix of the same structure. CORE unknowns depend on one
// another, and become the root of the elimination tree. Prints the solutions, one number per line; exit code 1 when a
// residual is too large.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "tests/clients/mumps/instance.hpp"

namespace het::testing {
namespace {

constexpr int right_hand_sides = 2;

// Entries in [-1, 1); where it has to be positive definite, with more on the diagonal than the eigenvalues of the rest,
// which stay below 2 sqrt(n / 3) with high probability. 150 further unknowns hang on one of the core each.
template <class T>
Entries<T> matrix(int core, int symmetric, std::uint64_t seed) {
  constexpr int tail = 150;
  Entries<T> made;
  made.order = core + tail;
  const T on_diagonal = symmetric == 1 ? T(static_cast<Real<T>>(2.5 * std::sqrt(core / 3.0))) : T(0);
  const auto add = [&](int i, int j, T more) {
    made.add(i, j, entry<T>(i, j, seed) + more);
    if (symmetric == 0 && i != j) made.add(j, i, entry<T>(j, i, seed));
  };
  for (int j = 1; j <= core; ++j)
    for (int i = j; i <= core; ++i) add(i, j, i == j ? on_diagonal : T(0));
  for (int i = core + 1; i <= made.order; ++i) {
    add(i, i, T(5));
    add(i, i * 7 % core + 1, T(0));
  }
  return made;
}

// Not a number where one of the values is none.
template <class T>
double largest(const T* values, std::size_t count) {
  double found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = static_cast<double>(std::abs(values[i]));
    found = size <= found ? found : size;
    if (std::isnan(found)) break;
  }
  return found;
}

// max |A x - b| / (n eps max|x| ||A||), with the largest sum of a row's magnitudes.
template <class T>
double residual(const Entries<T>& a, int symmetric, const T* x, const T* b) {
  const auto order = static_cast<std::size_t>(a.order);
  std::vector<T> rest(b, b + order);
  std::vector<double> row_sums(order);
  const auto subtract = [&](int row, int column, T value) {
    const auto i = static_cast<std::size_t>(row - 1);
    rest[i] -= value * x[column - 1];
    row_sums[i] += static_cast<double>(std::abs(value));
  };
  for (std::size_t k = 0; k < a.a.size(); ++k) {
    subtract(a.rows[k], a.columns[k], a.a[k]);
    if (symmetric != 0 && a.rows[k] != a.columns[k]) subtract(a.columns[k], a.rows[k], a.a[k]);
  }
  return largest(rest.data(), order) / (a.order * std::numeric_limits<Real<T>>::epsilon() *
                                        largest(x, order) * largest(row_sums.data(), order));
}

template <class T>
void print(const std::vector<T>& values) {
  for (const T& value : values) {
    if constexpr (is_complex<T>)
      std::printf("%.17g\n%.17g\n", static_cast<double>(value.real()), static_cast<double>(value.imag()));
    else
      std::printf("%.17g\n", static_cast<double>(value));
  }
}

// Solves with what was factored, on process 0 checks and prints.
template <class T>
bool solved(Instance<T>& instance, const Entries<T>& a, int symmetric, int rank) {
  std::vector<T> b;
  for (int i = 0; rank == 0 && i < right_hand_sides * a.order; ++i) b.push_back(entry<T>(i, 0, 99));
  std::vector<T> x = b;
  instance.solve(x, right_hand_sides);
  bool right = true;
  for (int column = 0; rank == 0 && column < right_hand_sides; ++column) {
    const auto at = static_cast<std::ptrdiff_t>(column) * a.order;
    const double found = residual(a, symmetric, x.data() + at, b.data() + at);
    std::fprintf(stderr, "residual %.3g\n", found);
    right = found < 1 && right;  // a NaN is not
  }
  if (rank == 0) print(x);
  return right;
}

template <class T>
bool run(int symmetric, bool host_works, int core) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto mine = [&](int order, std::uint64_t seed) {
    return rank == 0 ? matrix<T>(order, symmetric, seed) : Entries<T>{};
  };
  auto a = mine(core, 1), other = mine(core + 37, 2), changed = mine(core, 3);
  Instance<T> first(symmetric, host_works), second(symmetric, host_works);
  first.analyse(a);
  second.analyse(other);
  first.factor(a);
  second.factor(other);
  bool right = solved(first, a, symmetric, rank);
  first.factor(changed);
  right = solved(second, other, symmetric, rank) && right;
  return solved(first, changed, symmetric, rank) && right;
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  using namespace het::testing;
  MPI_Init(&argc, &argv);
  if (argc != 5) {
    std::fprintf(stderr, "usage: mumps_user LETTER SYM PAR CORE\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int symmetric = std::atoi(argv[2]), core = std::atoi(argv[4]);
  const bool host_works = std::atoi(argv[3]) == 1;
  bool right = false;
  switch (argv[1][0]) {
    case 's':
      right = run<float>(symmetric, host_works, core);
      break;
    case 'd':
      right = run<double>(symmetric, host_works, core);
      break;
    case 'c':
      right = run<std::complex<float>>(symmetric, host_works, core);
      break;
    case 'z':
      right = run<std::complex<double>>(symmetric, host_works, core);
      break;
    default:
      std::fprintf(stderr, "%s: not a precision\n", argv[1]);
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
