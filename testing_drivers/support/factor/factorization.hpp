#pragma once
// A factorization of a sub-matrix and what is checked of it: the factors, a solve with them by ScaLAPACK's own
// routines, and everything that the call had to leave alone.
//
// The factors are multiplied onto random vectors instead of onto each other, O(n^2) work:
//   residual        |(A - F) w|_2 / (|A|_F max(m, n) u), w of random signs, F the product of the factors. The mean of
//                   |(A - F) w|_2^2 over all w is |A - F|_F^2
//   solve residual  |b - A x|_max / (|A|_inf |x|_max max(m, n) u), b = A s with random signs s, so that tall systems have
//                   a solution too
// u is half of the machine epsilon, A is made again from its entries. Both are of the form that ScaLAPACK's testers
// have, and are held against the testers' thresholds.
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "testing_drivers/support/factor/side_list.hpp"
#include "testing_drivers/support/factor/test_matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"
#include "testing_drivers/support/vector_products.hpp"

namespace het::testing {

struct FactorCase {
  int m = 0, n = 0, nb = 1;
  int offset = 0;  // rows and columns of the array before the sub-matrix, and behind it; a multiple of nb
  MatrixKind kind = MatrixKind::random;
  char uplo = 'L';  // Cholesky's triangle
};

struct FactorResiduals {
  double factors = 0;
  std::optional<double> solve;  // empty where m x n has no solve
  int info = 0;                 // one that is not 0, if any process has it; the residuals are infinite then
};

template <class T>
class Factorization {
 public:
  using Vector = std::vector<Wide<T>>;

  Factorization(const ProcessGrid& grid, const FactorCase& one, bool definite)
      : one_(one),
        grid_(grid),
        window_{one.offset, one.offset, one.m, one.n},
        entries_(one.kind, one.m, one.n, definite, kSeed),
        a_(grid, {one.m + 2 * one.offset, one.n + 2 * one.offset, one.nb, one.nb, 0, 0}) {}
  virtual ~Factorization() = default;

  // A anew, and what the call is to write besides.
  virtual void reset() {
    a_.fill([this](int i, int j) { return initial(i, j); });
  }
  // Factors the sub-matrix, on a context of the grid's shape.
  void factor(int context) { info_ = call(context); }
  // Of what factor() left. Collective over the grid, the same on every process.
  FactorResiduals residuals() {
    const MPI_Comm comm = grid_.comm();
    int infos[] = {info_, -info_};
    MPI_Allreduce(MPI_IN_PLACE, infos, 2, MPI_INT, MPI_MAX, comm);
    FactorResiduals found{kInfinite, std::nullopt, infos[0] != 0 ? infos[0] : -infos[1]};
    if (solves()) found.solve = kInfinite;
    if (found.info != 0 || infos[0] != -infos[1]) return found;
    if (one_.m == 0 || one_.n == 0) return {};
    found.factors = factor_residual();
    // ScaLAPACK may end the program over factors that no correct call leaves.
    if (solves() && std::isfinite(found.factors)) found.solve = solve_residual();
    return found;
  }
  // The array outside the factors, and all pads, on this process.
  virtual bool surroundings_intact() const {
    bool same = true;
    a_.for_each([&](int i, int j, const T& x) {
      if (belongs_to_factors(i, j)) return;
      const T before = initial(i, j);
      same = same && std::memcmp(&x, &before, sizeof(T)) == 0;
    });
    return same && a_.pads_intact();
  }
  DistributedMatrix<T>& matrix() { return a_; }

 protected:
  // The ScaLAPACK call; returns its INFO.
  virtual int call(int context) = 0;
  // F w with the factors as the call left them; nothing when they are such as no correct call leaves.
  virtual std::optional<Vector> factors_times(const Vector& w) = 0;
  virtual bool solves() const { return one_.m == one_.n; }
  // The first n entries of b's sub-vector := the solution of A x = b, by ScaLAPACK; true when its INFO is 0.
  virtual bool solve(DistributedMatrix<T>& b) = 0;
  // False for the triangle that the call must leave alone.
  virtual bool referenced(int, int) const { return true; }

  // op(X) x with X the rows x cols part at the sub-matrix's corner of what is stored, masked: value(i, j, stored) gives
  // its entry, i and j relative to the sub-matrix.
  template <class Value>
  Vector times(char trans, int rows, int cols, const Vector& x, Value&& value) const {
    const int i0 = window_.i0, j0 = window_.j0;
    return times_vector(grid_.comm(), a_, Operand{{i0, j0, rows, cols}, trans, 0}, x,
                        [&](int i, int j, const T& stored) { return value(i - i0, j - j0, stored); });
  }
  Vector a_times(const Vector& x) const {
    return times('N', one_.m, one_.n, x, [this](int i, int j, const T&) { return entries_(i, j); });
  }
  // A column vector that lies along A's rows, with `top` at the sub-matrix's rows and zeros elsewhere.
  DistributedMatrix<T> column(const Vector& top) const {
    DistributedMatrix<T> b(grid_, {a_.layout().m, 1, one_.nb, one_.nb, 0, 0});
    b.fill([&](int i, int) {
      const auto at = static_cast<std::size_t>(i - one_.offset);
      return i >= one_.offset && at < top.size() ? static_cast<T>(top[at]) : T(0);
    });
    return b;
  }
  // The first `count` of its entries at the sub-matrix's rows, on every process.
  Vector entries_of(const DistributedMatrix<T>& b, int count) const {
    return times_vector(grid_.comm(), b, Operand{{one_.offset, 0, count, 1}, 'N', 0}, Vector(1, 1),
                        [](int, int, const T& stored) { return stored; });
  }
  static long double norm(const Vector& x) {
    long double sum = 0;
    for (const auto& value : x) sum += std::norm(value);
    return std::sqrt(sum);
  }
  // NaN when any entry is.
  static long double largest(const Vector& x) {
    long double most = 0;
    for (const auto& value : x)
      if (const long double size = std::abs(value); !(size <= most)) {
        most = size;
        if (std::isnan(size)) break;
      }
    return most;
  }
  static Vector difference(Vector x, const Vector& y) {
    for (std::size_t at = 0; at < x.size(); ++at) x[at] -= y[at];
    return x;
  }
  // max(m, n) u; a system of a few equations has more roundings than that.
  long double allowance() const {
    return std::max({one_.m, one_.n, 8}) * static_cast<long double>(std::numeric_limits<Real<T>>::epsilon()) /
           2;
  }

  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  FactorCase one_;
  const ProcessGrid& grid_;
  Window window_;
  TestMatrix<T> entries_;
  DistributedMatrix<T> a_;
  int first_ = one_.offset + 1;  // the sub-matrix's first row and column, 1-based

 private:
  static constexpr std::uint64_t kSeed = 1, kSeedAround = 4;

  bool belongs_to_factors(int i, int j) const {
    return window_.holds(i, j) && referenced(i - window_.i0, j - window_.j0);
  }
  T initial(int i, int j) const {
    if (!window_.holds(i, j)) return entry<T>(i, j, kSeedAround);
    // An entry that must not be read spoils what reads it.
    if (!belongs_to_factors(i, j)) return T(std::numeric_limits<Real<T>>::quiet_NaN());
    return entries_(i - window_.i0, j - window_.j0);
  }

  // |A|_F and |A|_inf.
  std::pair<long double, long double> norms() const {
    Vector ones(static_cast<std::size_t>(one_.n), 1);
    const auto of_rows = [&](auto&& power) {
      return times('N', one_.m, one_.n, ones,
                   [&](int i, int j, const T&) { return T(power(std::abs(entries_(i, j)))); });
    };
    long double sum = 0;
    for (const auto& row : of_rows([](Real<T> x) { return x * x; })) sum += std::abs(row);
    return {std::sqrt(sum), largest(of_rows([](Real<T> x) { return x; }))};
  }

  double factor_residual() {
    const Vector w = random_signs<T>(one_.n, 1);
    const auto product = factors_times(w);
    if (!product) return kInfinite;
    return static_cast<double>(norm(difference(a_times(w), *product)) / (norms().first * allowance()));
  }
  double solve_residual() {
    DistributedMatrix<T> b = column(a_times(random_signs<T>(one_.n, 2)));
    const Vector right = entries_of(b, one_.m);
    if (!solve(b)) return kInfinite;
    const Vector x = entries_of(b, one_.n);
    return static_cast<double>(largest(difference(a_times(x), right)) /
                               (norms().second * largest(x) * allowance()));
  }

  int info_ = 0;
};

}  // namespace het::testing
