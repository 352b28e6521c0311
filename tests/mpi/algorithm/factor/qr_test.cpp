#include "src/algorithm/factor/qr/qr.hpp"

#include <gtest/gtest.h>

#include "src/base/watch.hpp"
#include "tests/mpi/algorithm/factor/householder.hpp"
#include "tests/mpi/algorithm/factor/random_entry.hpp"
#include "tests/mpi/algorithm/some_distribution.hpp"
#include "tests/mpi/late_columns.hpp"

namespace het {
namespace {

using test::Distributed;
using test::Matrix;
using test::random_entry;
using test::Wide;

template <class T>
class TypedQr : public testing::Test {};
TYPED_TEST_SUITE(TypedQr, test::Precisions);

// An element of a matrix, by its place in sub(A).
template <Scalar T>
using Elements = std::function<T(Extent i, Extent j)>;

struct Layout {
  Distribution distribution;  // of the whole matrix
  Placement placement;
  Extent m, n, i = 0, j = 0;  // of sub(A)
  bool late = false;          // columns arrive during the first step
};

Distribution some_distribution(Extent m, Extent n, int p, int q, int kind) {
  std::vector<int> owners(static_cast<std::size_t>(n), 0);
  for (Extent j = n / 2; j < n; ++j) owners[static_cast<std::size_t>(j)] = static_cast<int>(j % 19 / 7) % q;
  return test::some_distribution(m, n, p, q, kind, std::move(owners));
}

Layout simple_layout(const Communicator& comm, Extent m, Extent n) {
  const int q = comm.size() == 1 ? 1 : 2, p = comm.size() / q;
  return {block_cyclic(m, n, 5, 5, p, q), test::in_order(p, q, comm.size()), m, n};
}

// The factors as every rank gets to see them.
template <Scalar T>
struct Factors {
  Matrix<T> a;
  std::vector<T> tau;
};

// Every element of a vector that exactly one rank knows; zeros from the others.
template <Scalar T>
void share(const Communicator& comm, std::vector<T>& known) {
  auto* data = reinterpret_cast<Real<T>*>(known.data());
  MPI_Allreduce(MPI_IN_PLACE, data, static_cast<int>(known.size() * sizeof(T) / sizeof(Real<T>)),
                std::is_same_v<Real<T>, float> ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM, comm.get());
}

// Factors sub(A) and gathers the result. What is not sub(A) must stay as it is; all ranks of the grid must have
// the same TAU.
template <Scalar T>
Factors<T> factored(const Communicator& comm, const Layout& at, const Elements<T>& element,
                    FactorOptions options = {}) {
  Distributed<T> a(at.distribution, at.placement, comm.rank());
  const auto inside = [&](Extent i, Extent j) {
    return i >= at.i && i < at.i + at.m && j >= at.j && j < at.j + at.n;
  };
  a.for_each([&](Extent i, Extent j, T& x) {
    x = inside(i, j) ? element(i - at.i, j - at.j) : test::entry<T>(i, j, 3);
  });
  test::LateColumns<T> late(a, at.i, at.j, at.late ? at.m : 0, at.n, comm.rank(),
                            [](Extent i, Extent j, Extent col) { return i < col || j < col; });
  if (at.late) options.moves = &late;
  options.half_speed_k = 21;
  Qr<T> qr(comm,
           {at.m,
            at.n,
            {{&a.distribution(), &a.placement(), GlobalIndex(at.i), GlobalIndex(at.j)}, {a.data(), a.lld()}}},
           options);
  qr.run();
  if (at.late && at.placement[comm.rank()].on_grid()) late.expect_kept(std::min(at.m, at.n));

  Factors<T> all{Matrix<T>(at.m, at.n), std::vector<T>(static_cast<std::size_t>(std::min(at.m, at.n)))};
  a.for_each([&](Extent i, Extent j, T& x) {
    if (inside(i, j))
      all.a(i - at.i, j - at.j) = x;
    else
      EXPECT_EQ(x, test::entry<T>(i, j, 3)) << i << ", " << j;
  });
  share(comm, all.a.elements);
  a.expect_guards_untouched();
  const bool on_grid = at.placement[comm.rank()].on_grid();
  if (at.placement[comm.rank()] == Placement::Coord{0, 0}) all.tau = qr.tau();
  share(comm, all.tau);
  for (std::size_t k = 0; on_grid && k < all.tau.size(); ++k)
    EXPECT_TRUE(qr.tau()[k] == all.tau[k] || all.tau[k] != all.tau[k]) << k;
  EXPECT_EQ(qr.tau().size(), on_grid ? all.tau.size() : 0);
  return all;
}

template <Scalar T>
Matrix<Wide<T>> widened(const Matrix<T>& a) {
  Matrix<Wide<T>> wide(a.m, a.n);
  std::copy(a.elements.begin(), a.elements.end(), wide.elements.begin());
  return wide;
}
template <Scalar T>
Matrix<Wide<T>> matrix_of(const Layout& at, const Elements<T>& element) {
  Matrix<Wide<T>> a(at.m, at.n);
  for (Extent j = 0; j < at.n; ++j)
    for (Extent i = 0; i < at.m; ++i) a(i, j) = element(i, j);
  return a;
}

// ||A - Q R|| / (||A|| max(m, n) eps) and ||I - Q^H Q|| / (m eps) below 5, R's diagonal real.
template <Scalar T>
void expect_small_residuals(const Matrix<Wide<T>>& a, const Factors<T>& factors) {
  constexpr double eps = std::numeric_limits<Real<T>>::epsilon();
  const auto wide = widened(factors.a);
  const std::vector<Wide<T>> tau(factors.tau.begin(), factors.tau.end());
  const auto q = unitary_factor(wide, tau);
  Matrix<Wide<T>> identity(a.m, a.m);
  for (Extent i = 0; i < a.m; ++i) identity(i, i) = 1;
  const double size = static_cast<double>(std::max(a.m, a.n));
  EXPECT_LT(frobenius(remainder(a, q, false, upper_triangle(wide))), 5 * size * eps * frobenius(a) + 1e-300);
  EXPECT_LT(frobenius(remainder(identity, q, true, q)), 5 * static_cast<double>(a.m) * eps);
  for (std::size_t k = 0; k < tau.size(); ++k)
    EXPECT_EQ(std::imag(wide(static_cast<Extent>(k), static_cast<Extent>(k))), 0) << k;
}

// All of V, R and TAU against the sequential factors, for a matrix that determines them well.
template <Scalar T>
void expect_equal_factors(const Matrix<Wide<T>>& a, const Factors<T>& factors) {
  auto expected = a;
  const auto tau = householder(expected);
  const double tolerance =
      200 * static_cast<double>(std::max(a.m, a.n)) * std::numeric_limits<Real<T>>::epsilon();
  for (Extent j = 0; j < a.n; ++j)
    for (Extent i = 0; i < a.m; ++i)
      ASSERT_LT(std::abs(Wide<T>(factors.a(i, j)) - expected(i, j)), tolerance) << i << ", " << j;
  for (std::size_t k = 0; k < tau.size(); ++k)
    ASSERT_LT(std::abs(Wide<T>(factors.tau[k]) - tau[k]), tolerance) << k;
}

TYPED_TEST(TypedQr, IsTheSequentialOneOnAnyDistribution) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  struct Shape {
    Extent m, n;
  };
  int turn = 0;
  for (const auto& [p, q] : test::grids_within(comm.size()))
    for (const Shape& shape : {Shape{29, 23}, {17, 40}, {41, 1}, {1, 9}, {37, 37}}) {
      const Extent i = turn % 3, j = turn % 4;
      const Layout at{some_distribution(shape.m + i + 2, shape.n + j + 1, p, q, turn),
                      turn % 3 ? test::reversed(p, q, comm.size()) : test::in_order(p, q, comm.size()),
                      shape.m,
                      shape.n,
                      i,
                      j,
                      turn % 3 == 1};
      FactorOptions options;
      options.panel_width = turn % 4 == 0 ? 128 : 1 + turn % 20;
      if (turn % 2) options.slicing.least = options.slicing.most = 5;
      // A large diagonal makes V, R and TAU well determined.
      const Elements<T> element = [](Extent il, Extent jl) {
        return random_entry<T>(il, jl) + (il == jl ? T(4) : T(0));
      };
      const auto factors = factored<T>(comm, at, element, options);
      expect_small_residuals<T>(matrix_of<T>(at, element), factors);
      expect_equal_factors<T>(matrix_of<T>(at, element), factors);
      if (testing::Test::HasFailure())
        FAIL() << "grid " << p << "x" << q << ", " << shape.m << " x " << shape.n << ", turn " << turn;
      ++turn;
    }
}

TYPED_TEST(TypedQr, WidePanelsAndBlocks) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for (const auto& [p, q] : test::grids_within(comm.size())) {
    if (p * q != comm.size()) continue;
    Layout at{block_cyclic(90, 83, 7, 40, p, q), test::in_order(p, q, comm.size()), 90, 83};
    const Elements<T> element = random_entry<T>;
    for (const bool late : {false, true}) {
      at.late = late;
      expect_small_residuals<T>(matrix_of<T>(at, element), factored<T>(comm, at, element, {40, {}}));
    }
    if (testing::Test::HasFailure()) FAIL() << "grid " << p << "x" << q;
  }
}

// So many local columns that sums of one piece hide behind two others, then one (column_pieces).
TYPED_TEST(TypedQr, ManyColumnsAreUpdatedInThreePiecesThenTwo) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int p = comm.size() > 1 ? 2 : 1, q = comm.size() / p;
  const Layout at{block_cyclic(40, 400 * q, 8, 16, p, q), test::in_order(p, q, comm.size()), 40, 400 * q};
  const Elements<T> element = random_entry<T>;
  expect_small_residuals<T>(matrix_of<T>(at, element), factored<T>(comm, at, element));
}

TYPED_TEST(TypedQr, BackwardStableForHardMatrices) {
  using T = TypeParam;
  using R = Real<T>;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const R eps = std::numeric_limits<R>::epsilon();
  const std::pair<const char*, Elements<T>> matrices[] = {
      {"graded columns", [](Extent i, Extent j) { return random_entry<T>(i, j) * std::pow(R(2), R(-j)); }},
      {"graded rows", [](Extent i, Extent j) { return random_entry<T>(i, j) * std::pow(R(2), R(i)); }},
      {"Wilkinson's growth",
       [](Extent i, Extent j) { return i == j || j == 25 ? T(1)
                                       : i > j           ? T(-1)
                                                         : T(0); }},
      {"nearly singular",
       [&](Extent i, Extent j) {
         return random_entry<T>(i, 0) * random_entry<T>(0, j) + eps * random_entry<T>(i, j);
       }},
      {"rank one", [](Extent i, Extent j) { return T(R((i + 1) * (j + 1))); }},
      {"zero columns", [](Extent i, Extent j) { return j % 3 == 1 ? T(0) : random_entry<T>(i, j); }},
      {"zero", [](Extent, Extent) { return T(0); }}};
  const Layout at = simple_layout(comm, 31, 26);
  for (const auto& [name, element] : matrices) {
    expect_small_residuals<T>(matrix_of<T>(at, element), factored<T>(comm, at, element));
    if (testing::Test::HasFailure()) FAIL() << name;
  }
}

// Powers of two change no digit: the factors of 2^s A are those of A but for R, also where squares of the elements
// overflow or underflow, and each process row may have a scale of its own.
TYPED_TEST(TypedQr, NeitherOverflowsNorUnderflows) {
  using T = TypeParam;
  using R = Real<T>;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Layout at = simple_layout(comm, 27, 17);
  const Elements<T> element = random_entry<T>;
  const auto expected = factored<T>(comm, at, element);
  for (const int exponent :
       {std::numeric_limits<R>::max_exponent - 8, std::numeric_limits<R>::min_exponent + 30}) {
    const R scale = std::scalbn(R(1), exponent);
    const auto factors = factored<T>(comm, at, [&](Extent i, Extent j) { return scale * element(i, j); });
    for (std::size_t k = 0; k < factors.tau.size(); ++k) EXPECT_EQ(factors.tau[k], expected.tau[k]) << k;
    for (Extent j = 0; j < at.n; ++j)
      for (Extent i = 0; i < at.m; ++i)
        ASSERT_EQ(factors.a(i, j), expected.a(i, j) * (i <= j ? scale : R(1)))
            << exponent << ": " << i << ", " << j;
  }
  // Columns so small that only denormal numbers are left of them still give reflections.
  const R tiny = std::numeric_limits<R>::denorm_min();
  const auto factors = factored<T>(comm, at, [&](Extent i, Extent j) {
    return i == j ? T(R(1) - R(2) * R(j % 2)) : i > j ? tiny * T(R(1 + i % 3)) : T(0);
  });
  for (std::size_t k = 0; k < factors.tau.size(); ++k) EXPECT_EQ(factors.tau[k], T(2)) << k;
}

// H = I where the rest of a column is zero: TAU = 0 and nothing changes, unless R's diagonal has to become real.
TYPED_TEST(TypedQr, LeavesATriangleAlone) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Layout at = simple_layout(comm, 23, 23);
  const Elements<T> triangle = [](Extent i, Extent j) {
    return i > j ? T(0) : i == j ? T(Real<T>(j % 5 - 2)) : random_entry<T>(i, j);
  };
  const auto factors = factored<T>(comm, at, triangle);
  for (Extent j = 0; j < at.n; ++j) {
    EXPECT_EQ(factors.tau[static_cast<std::size_t>(j)], T(0)) << j;
    for (Extent i = 0; i < at.m; ++i) ASSERT_EQ(factors.a(i, j), triangle(i, j)) << i << ", " << j;
  }
  if constexpr (is_complex<T>) {
    const Elements<T> turned = [&](Extent i, Extent j) {
      return i == j && j % 4 == 3 ? T(1, 2) : triangle(i, j);
    };
    const auto real_diagonal = factored<T>(comm, at, turned);
    for (std::size_t j = 0; j < real_diagonal.tau.size(); ++j)
      EXPECT_EQ(real_diagonal.tau[j] != T(0), j % 4 == 3) << j;
    expect_small_residuals<T>(matrix_of<T>(at, turned), real_diagonal);
  }
}

TYPED_TEST(TypedQr, EndsWithNotANumber) {
  using T = TypeParam;
  using R = Real<T>;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Layout at = simple_layout(comm, 33, 28);
  for (const R odd : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()}) {
    const auto factors = factored<T>(
        comm, at, [&](Extent i, Extent j) { return i == 19 && j == 4 ? T(odd) : random_entry<T>(i, j); });
    for (std::size_t k = 0; k < factors.tau.size(); ++k)
      EXPECT_EQ(factors.tau[k] == factors.tau[k], k < 4) << k;
    EXPECT_NE(factors.a(27, 27), factors.a(27, 27));
    EXPECT_EQ(factors.a(3, 3), factors.a(3, 3));
  }
}

class Told : public Watch {
 public:
  struct Interval {
    Activity what;
    double begin, end;
  };
  Told() { the_watch = this; }
  ~Told() override { the_watch = nullptr; }
  void did(Activity what, double begin, double end) override { intervals.push_back({what, begin, end}); }
  void reached(Extent, Extent, Extent) override {}
  double seconds(Activity what) const {
    double sum = 0;
    for (const Interval& each : intervals) sum += each.what == what ? each.end - each.begin : 0;
    return sum;
  }

  std::vector<Interval> intervals;
};

// Whatever follows a wait for sums is work on them, and is told as such; nothing is told twice.
TYPED_TEST(TypedQr, ExchangeIsWaitingAlone) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int p = comm.size();
  Distributed<T> a(block_cyclic(40 * p, 60, 8, 8, p, 1), test::in_order(p, 1, p), comm.rank());
  a.for_each([](Extent i, Extent j, T& x) { x = random_entry<T>(i, j); });
  FactorOptions options;
  options.half_speed_k = 21;
  Qr<T> qr(comm,
           {40 * p,
            60,
            {{&a.distribution(), &a.placement(), GlobalIndex(0), GlobalIndex(0)}, {a.data(), a.lld()}}},
           options);
  const Told told;
  const ComputeStatistics statistics = qr.run();
  ASSERT_FALSE(told.intervals.empty());
  for (std::size_t i = 1; i < told.intervals.size(); ++i) {
    const auto &before = told.intervals[i - 1], &now = told.intervals[i];
    EXPECT_LE(before.end, now.begin) << i;
    if (before.what == Activity::exchange) {
      EXPECT_EQ(now.what, Activity::update) << i;
    }
  }
  EXPECT_DOUBLE_EQ(statistics.exchange, told.seconds(Activity::exchange));
  EXPECT_DOUBLE_EQ(statistics.update, told.seconds(Activity::update));
  EXPECT_LE(statistics.busy, statistics.update + statistics.panel);
}

TYPED_TEST(TypedQr, NothingToDo) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for (const auto& [m, n] : {std::pair<Extent, Extent>{0, 5}, {5, 0}, {0, 0}}) {
    Layout at = simple_layout(comm, 8, 8);
    at.m = m;
    at.n = n;
    EXPECT_TRUE(factored<T>(comm, at, random_entry<T>).tau.empty());
  }
}

}  // namespace
}  // namespace het
