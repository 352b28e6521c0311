#include "testing_drivers/simulation/routine_call.hpp"

#include <map>
#include <vector>

#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/matrix.hpp"

namespace het::testing {
namespace {

constexpr int one = 1;

// Whose routines are called, with matrices on a grid in whose context.
template <class T>
struct Callee {
  const ProcessGrid& grid;
  int context;
  Routines<T> routines;
};

template <class T>
Callee<T> library_on(const ProcessGrid& grid) {
  Routines<T> routines;
  routines.gemm = [](HET_PGEMM_PARAMETERS(T)) { het_pgemm(HET_PGEMM_ARGUMENTS); };
  routines.getrf = [](HET_PGETRF_PARAMETERS(T)) { het_pgetrf(HET_PGETRF_ARGUMENTS); };
  routines.geqrf = [](HET_PGEQRF_PARAMETERS(T)) { het_pgeqrf(HET_PGEQRF_ARGUMENTS); };
  routines.potrf = [](HET_PPOTRF_PARAMETERS(T)) { het_ppotrf(HET_PPOTRF_ARGUMENTS); };
  return {grid, grid.context(), routines};
}

template <class T>
class Product : public RoutineCall {
 public:
  Product(int n, int nb, const Callee<T>& callee)
      : n_(n),
        callee_(callee),
        a_(callee.grid, {n, n, nb, nb}),
        b_(callee.grid, {n, n, nb, nb}),
        c_(callee.grid, {n, n, nb, nb}) {
    a_.fill([](int i, int j) { return entry<T>(i, j, 1); });
    b_.fill([](int i, int j) { return entry<T>(i, j, 2); });
  }
  int run() override {
    const auto da = a_.descriptor(callee_.context), db = b_.descriptor(callee_.context),
               dc = c_.descriptor(callee_.context);
    const T alpha = 1, beta = 0;
    callee_.routines.gemm("N", "N", &n_, &n_, &n_, &alpha, a_.data(), &one, &one, da.data(), b_.data(), &one,
                          &one, db.data(), &beta, c_.data(), &one, &one, dc.data());
    return 0;
  }

 private:
  int n_;
  Callee<T> callee_;
  DistributedMatrix<T> a_, b_, c_;
};

// A random matrix, with a diagonal that makes it positive definite for Cholesky.
template <class T>
class Factorization : public RoutineCall {
 public:
  Factorization(std::string routine, int n, int nb, const Callee<T>& callee)
      : routine_(std::move(routine)),
        n_(n),
        callee_(callee),
        a_(callee.grid, {n, n, nb, nb}),
        pivots_(side(n, nb, callee.grid)),
        tau_(side(n, nb, callee.grid)) {
    const T diagonal = routine_ == "potrf" ? T(Real<T>(2 * n)) : T(0);
    a_.fill([&](int i, int j) { return entry<T>(i, j, 1) + (i == j ? diagonal : T(0)); });
  }
  int run() override {
    const auto desc = a_.descriptor(callee_.context);
    int info = 0;
    if (routine_ == "getrf") {
      callee_.routines.getrf(&n_, &n_, a_.data(), &one, &one, desc.data(), pivots_.data(), &info);
    } else if (routine_ == "potrf") {
      callee_.routines.potrf("L", &n_, a_.data(), &one, &one, desc.data(), &info);
    } else {
      // NB (MpA0 + NqA0 + NB)
      const int local = static_cast<int>(tau_.size()), nb = a_.layout().nb, lwork = nb * (2 * local + nb);
      std::vector<T> work(static_cast<std::size_t>(lwork));
      callee_.routines.geqrf(&n_, &n_, a_.data(), &one, &one, desc.data(), tau_.data(), work.data(), &lwork,
                             &info);
    }
    return info;
  }

 private:
  // Entries that IPIV and TAU may need.
  static std::size_t side(int n, int nb, const ProcessGrid& grid) {
    return static_cast<std::size_t>(n / std::min(grid.shape().nprow, grid.shape().npcol) + 2 * nb);
  }

  std::string routine_;
  int n_;
  Callee<T> callee_;
  DistributedMatrix<T> a_;
  std::vector<int> pivots_;
  std::vector<T> tau_;
};

}  // namespace

std::unique_ptr<RoutineCall> make_call(const std::string& routine, char type, int n, int nb,
                                       const ProcessGrid& grid, const ScalapackGrid* scalapack) {
  return with_type(type, [&](auto id) -> std::unique_ptr<RoutineCall> {
    using T = typename decltype(id)::type;
    const Callee<T> callee =
        scalapack ? Callee<T>{grid, scalapack->context(), scalapack_routines<T>()} : library_on<T>(grid);
    if (routine == "gemm") return std::make_unique<Product<T>>(n, nb, callee);
    return std::make_unique<Factorization<T>>(routine, n, nb, callee);
  });
}

double operations(const std::string& routine, char type, int n) {
  const std::map<std::string, double> cubes{
      {"gemm", 2}, {"getrf", 2.0 / 3}, {"geqrf", 4.0 / 3}, {"potrf", 1.0 / 3}};
  const double order = n;
  return (type == 'c' || type == 'z' ? 4 : 1) * cubes.at(routine) * order * order * order;
}

}  // namespace het::testing
