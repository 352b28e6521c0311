#include "src/algorithm/factor/cholesky/cholesky.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <functional>
#include <random>

#include "src/base/buffer.hpp"
#include "tests/mpi/algorithm/some_distribution.hpp"
#include "tests/mpi/late_columns.hpp"

namespace het {
namespace {

using test::Distributed;

template <class T>
class TypedCholesky : public testing::Test {};
TYPED_TEST_SUITE(TypedCholesky, test::Precisions);

// Element (i, j) of a Hermitian matrix, asked for i >= j alone.
template <Scalar T>
using Matrix = std::function<T(Extent i, Extent j)>;

// Small off-diagonal integers, and a diagonal that dominates them.
template <Scalar T>
Matrix<T> dominant(Extent n, int seed = 1) {
  return [=](Extent i, Extent j) {
    return i == j ? T(static_cast<Real<T>>(16 * n)) : test::entry<T>(i, j, seed);
  };
}

// A n x n dense array, column-major.
template <Scalar T>
struct Dense {
  explicit Dense(Extent order) : n(order), x(static_cast<std::size_t>(order * order), T(0)) {}
  T& operator()(Extent i, Extent j) { return x[static_cast<std::size_t>(i + j * n)]; }
  Extent n;
  std::vector<T> x;
};

struct Case {
  char uplo;
  Extent n, offset_i = 2, offset_j = 1;
  FactorOptions options = {};
  bool late = false;  // columns arrive during the first steps; of a lower triangle
};

// The factor, as the lower triangle of a dense matrix, and INFO. Checks what must hold whatever the matrix: the
// rest of the array untouched, INFO the same on all ranks of the grid.
template <Scalar T>
std::pair<Dense<T>, Extent> factor(const Communicator& comm, const Case& c, const Matrix<T>& matrix,
                                   const Distribution& distribution, const Placement& placement) {
  Distributed<T> a(distribution, placement, comm.rank());
  const auto stored = [&](Extent i, Extent j, auto inside) {
    const Extent row = i - c.offset_i, col = j - c.offset_j;
    if (row < 0 || row >= c.n || col < 0 || col >= c.n) return;
    if (c.uplo == 'L' ? row >= col : row <= col) inside(std::max(row, col), std::min(row, col));
  };
  a.for_each([&](Extent i, Extent j, T& x) {
    x = test::poison<T>();
    stored(i, j, [&](Extent row, Extent col) {
      x = c.uplo == 'L' ? matrix(row, col) : conjugate(matrix(row, col));
      // LAPACK takes the imaginary parts of the diagonal as zero.
      if constexpr (is_complex<T>)
        if (row == col) x.imag(std::numeric_limits<Real<T>>::quiet_NaN());
    });
  });
  const FactorProblem<T> problem{
      c.n,
      c.n,
      {{&a.distribution(), &a.placement(), GlobalIndex(c.offset_i), GlobalIndex(c.offset_j)},
       {a.data(), a.lld()}}};
  const bool late = c.late && c.uplo == 'L', on_grid = placement[comm.rank()].on_grid();
  test::LateColumns<T> columns(a, c.offset_i, c.offset_j, late ? c.n : 0, c.n, comm.rank(),
                               [](Extent i, Extent j, Extent col) { return j < col && i >= j; });
  FactorOptions options = c.options;
  if (late) options.moves = &columns;
  Cholesky<T> cholesky(comm, c.uplo, problem, options);
  cholesky.run();
  if (late && on_grid && cholesky.info() == 0) columns.expect_kept(c.n);
  Dense<T> mine(c.n), all(c.n);
  a.for_each([&](Extent i, Extent j, T& x) {
    bool referenced = false;
    stored(i, j, [&](Extent row, Extent col) {
      referenced = true;
      mine(row, col) = c.uplo == 'L' ? x : conjugate(x);
    });
    if (!referenced) {
      EXPECT_TRUE(test::is_poison(x)) << i << ", " << j;
    }
  });
  a.expect_guards_untouched();
  const auto reals = static_cast<int>(mine.x.size() * sizeof(T) / sizeof(Real<T>));
  MPI_Allreduce(mine.x.data(), all.x.data(), reals, sizeof(Real<T>) == 4 ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM,
                comm.get());
  Extent range[2] = {on_grid ? cholesky.info() : -1, on_grid ? -cholesky.info() : -c.n - 1};
  MPI_Allreduce(MPI_IN_PLACE, range, 2, MPI_INT64_T, MPI_MAX, comm.get());
  EXPECT_EQ(range[0], -range[1]);
  return {all, range[0]};
}

// || A - L L^H ||_1 / (|| A ||_1 n eps) < 3
template <Scalar T>
void expect_factor(Dense<T>& l, const Matrix<T>& matrix) {
  const Extent n = l.n;
  Dense<T> a(n);
  for (Extent j = 0; j < n; ++j)
    for (Extent i = j; i < n; ++i) a(i, j) = matrix(i, j), a(j, i) = conjugate(a(i, j));
  Real<T> norm = 0, residual = 0;
  for (Extent j = 0; j < n; ++j) {
    Real<T> column = 0, difference = 0;
    ASSERT_GT(std::real(l(j, j)), 0) << j;
    ASSERT_EQ(std::imag(l(j, j)), 0) << j;
    for (Extent i = 0; i < n; ++i) {
      T sum = a(i, j);
      for (Extent k = 0; k <= std::min(i, j); ++k) sum -= l(i, k) * conjugate(l(j, k));
      column += std::abs(a(i, j));
      difference += std::abs(sum);
    }
    norm = std::max(norm, column);
    // A NaN stays.
    if (!(difference <= residual)) residual = difference;
  }
  EXPECT_LT(residual, 3 * norm * static_cast<Real<T>>(n) * std::numeric_limits<Real<T>>::epsilon());
}

// In blocks that are square now and then.
Distribution some_distribution(Extent m, Extent n, int p, int q, int kind) {
  return test::some_distribution(m, n, p, q, kind, test::two_halves(n, q), kind % 4 ? 4 : 3);
}

FactorOptions some_options(int kind) {
  FactorOptions options;
  options.panel_width = kind % 3 == 0 ? 64 : kind % 3 == 1 ? 5 : 1;
  options.half_speed_narrow = kind % 2 == 0 ? 0 : 2;  // pieces of up to 16 columns
  if (kind % 2) options.slicing.least = options.slicing.most = 3;
  return options;
}

TYPED_TEST(TypedCholesky, AnyDistributionOrderOffsetAndTriangle) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  int turn = 0;
  for (const auto& [p, q] : test::grids_within(comm.size()))
    for (const Extent n : {Extent{41}, Extent{1}, Extent{12}, Extent{30}})
      for (const char uplo : {'L', 'U'}) {
        const Case c{uplo, n, turn % 5, turn % 3, some_options(turn), turn % 4 == 0};
        const Placement placement =
            turn % 4 < 2 ? test::in_order(p, q, comm.size()) : test::reversed(p, q, comm.size());
        auto [l, info] = factor<T>(comm, c, dominant<T>(n, turn),
                                   some_distribution(n + 6, n + 4, p, q, turn / 2), placement);
        EXPECT_EQ(info, 0);
        expect_factor(l, dominant<T>(n, turn));
        if (testing::Test::HasFailure())
          FAIL() << "grid " << p << "x" << q << ", n " << n << ", " << uplo << ", turn " << turn;
        ++turn;
      }
}

// Long enough for several products with their triangles split, in the blocks that most programs have.
TYPED_TEST(TypedCholesky, BlockCyclicOfSeveralProducts) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Extent n = 150;
  const auto grids = test::grids_within(comm.size());
  for (std::size_t g = 0; g < grids.size(); g += 2) {
    const auto& [p, q] = grids[g];
    Case c{g % 4 ? 'L' : 'U', n, 0, 0, {}};
    c.options.panel_width = 8;
    c.late = g % 8 == 2;
    auto [l, info] =
        factor<T>(comm, c, dominant<T>(n), block_cyclic(n, n, 8, 8, p, q), test::in_order(p, q, comm.size()));
    EXPECT_EQ(info, 0);
    expect_factor(l, dominant<T>(n));
    if (testing::Test::HasFailure()) FAIL() << "grid " << p << "x" << q;
  }
}

TYPED_TEST(TypedCholesky, GradedAndNearlySingular) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Extent n = 33;
  const auto [p, q] = test::grids_within(comm.size()).back();
  const auto power = [](Extent e) { return std::ldexp(Real<T>(1), static_cast<int>(e)); };
  const Matrix<T> graded = [&](Extent i, Extent j) { return dominant<T>(n)(i, j) * T(power(-(i + j) / 2)); };
  // All ones, and a diagonal that differs from 1 by about as much as rounding permits.
  const Real<T> little = static_cast<Real<T>>(4 * n) * std::numeric_limits<Real<T>>::epsilon();
  const Matrix<T> near = [&](Extent i, Extent j) { return T(i == j ? 1 + little : 1); };
  for (const char uplo : {'L', 'U'})
    for (const auto& matrix : {graded, near}) {
      auto [l, info] = factor<T>(comm, {uplo, n, 2, 1, some_options(1)}, matrix,
                                 some_distribution(n + 6, n + 4, p, q, 1), test::in_order(p, q, comm.size()));
      EXPECT_EQ(info, 0);
      expect_factor(l, matrix);
    }
}

// The first minor that is not positive definite, whatever makes it so; the factor before its panel is complete.
TYPED_TEST(TypedCholesky, TellsTheFirstMinorThatIsNotPositiveDefinite) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Real<T> infinity = std::numeric_limits<Real<T>>::infinity();
  const Extent n = 32;
  int turn = 0;
  for (const auto& [p, q] : test::grids_within(comm.size()))
    for (const Extent bad : {Extent{0}, Extent{7}, Extent{31}}) {
      const T values[] = {T(0), T(-1), T(infinity)};
      // An infinite diagonal element is positive; beside the diagonal it makes the next minors indefinite, but in complex
      // numbers may become NaN.
      const int kind = bad == 0 || is_complex<T> ? turn % 2 : turn % 3;
      const Extent column = kind == 2 ? bad - 1 : bad;
      const Matrix<T> matrix = [&](Extent i, Extent j) {
        return i == bad && j == column ? values[kind] : dominant<T>(n)(i, j);
      };
      auto [l, info] =
          factor<T>(comm, {turn % 2 ? 'L' : 'U', n, 2, 1, some_options(turn)}, matrix,
                    some_distribution(n + 6, n + 4, p, q, turn), test::in_order(p, q, comm.size()));
      EXPECT_EQ(info, bad + 1) << "grid " << p << "x" << q << ", bad " << bad << ", turn " << turn;
      for (Extent j = 0; j < bad; ++j) EXPECT_GT(std::real(l(j, j)), 0);
      ++turn;
    }
}

// ScaLAPACK compares a pivot with zero, which a NaN passes: all that depends on it is NaN, and INFO is 0.
TYPED_TEST(TypedCholesky, GoesOnWithNan) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Extent n = 32;
  int turn = 0;
  for (const auto& [p, q] : test::grids_within(comm.size()))
    for (const Extent bad : {Extent{0}, Extent{7}, Extent{18}, Extent{31}}) {
      const Extent column = turn % 3 == 0 ? bad / 2 : bad;
      const Matrix<T> matrix = [&](Extent i, Extent j) {
        return i == bad && j == column ? T(std::numeric_limits<Real<T>>::quiet_NaN()) : dominant<T>(n)(i, j);
      };
      auto [l, info] =
          factor<T>(comm, {turn % 2 ? 'L' : 'U', n, 2, 1, some_options(turn)}, matrix,
                    some_distribution(n + 6, n + 4, p, q, turn), test::in_order(p, q, comm.size()));
      EXPECT_EQ(info, 0) << "grid " << p << "x" << q << ", bad " << bad << ", turn " << turn;
      for (Extent j = 0; j < n; ++j)
        for (Extent i = j; i < n; ++i)
          EXPECT_EQ(l(i, j) != l(i, j), j >= bad || (i == bad && j >= column))
              << i << " " << j << " turn " << turn;
      ++turn;
    }
}

// Zeros and infinities where they may end in anything but a hang.
TYPED_TEST(TypedCholesky, EndsOnAnyMatrix) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Extent n = 29;
  const auto [p, q] = test::grids_within(comm.size()).back();
  const Real<T> infinity = std::numeric_limits<Real<T>>::infinity();
  const Matrix<T> zero = [](Extent, Extent) { return T(0); };
  const Matrix<T> ones = [](Extent, Extent) { return T(1); };
  const Matrix<T> infinite = [&](Extent i, Extent j) {
    return i == 11 && j == 11 ? T(infinity) : dominant<T>(n)(i, j);
  };
  const Distribution distribution = some_distribution(n + 6, n + 4, p, q, 1);
  const Placement placement = test::in_order(p, q, comm.size());
  for (const char uplo : {'L', 'U'}) {
    const Case c{uplo, n, 2, 1, some_options(1)};
    EXPECT_EQ(factor<T>(comm, c, zero, distribution, placement).second, 1);
    EXPECT_EQ(factor<T>(comm, c, ones, distribution, placement).second, 2);
    factor<T>(comm, c, infinite, distribution, placement);
    EXPECT_EQ(factor<T>(comm, {uplo, 0, 2, 1, {}}, zero, distribution, placement).second, 0);
  }
}

TEST(Cholesky, RefusesWhatHasNoFactor) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  Distributed<double> a(block_cyclic(8, 8, 2, 2, 1, 1), test::in_order(1, 1, comm.size()), comm.rank());
  const Operand<double> operand{{&a.distribution(), &a.placement(), GlobalIndex(0), GlobalIndex(0)},
                                {a.data(), a.lld()}};
  EXPECT_ANY_THROW(Cholesky<double>(comm, 'L', {4, 5, operand}));
  EXPECT_ANY_THROW(Cholesky<double>(comm, 'l', {4, 4, operand}));
}

// The columns of the window lie on a rank twice: its rows, and those with the numbers of its columns. Messages take as
// much once more only for what is received and passed on (p > 2) and for the panels that its process column sends.
TEST(Cholesky, MessagesTakeMemoryForThoseThatTravel) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  constexpr int n = 1152, nb = 64, panels = 512 / nb, travelling = 2;
  FactorOptions options;
  options.panel_width = nb;
  for (const auto& [p, q] : test::grids_within(comm.size())) {
    Distributed<double> a(block_cyclic(n, n, nb, nb, p, q), test::in_order(p, q, comm.size()), comm.rank());
    const Operand<double> operand{{&a.distribution(), &a.placement(), GlobalIndex(0), GlobalIndex(0)},
                                  {a.data(), a.lld()}};
    const Extent before = MemoryMeter::instance().current();
    const Cholesky<double> cholesky(comm, 'L', {n, n, operand}, options);
    const Extent taken = MemoryMeter::instance().current() - before;

    const int sent = p > 1 ? (panels + q - 1) / q : 0, received = p > 2 ? panels : p > 1 ? travelling : 0;
    const int rows = n / nb / p * nb + nb, cols = n / nb / q * nb + nb;
    const int elements = ((panels + sent) * rows + (panels + received) * cols) * nb;
    constexpr double diagonal_block_and_squares = 1.1;
    EXPECT_LT(static_cast<double>(taken), elements * sizeof(double) * diagonal_block_and_squares)
        << p << " x " << q;
  }
}

// Looks at messages that take long now and then, each process at its own time.
class Sleepy : public Moves {
 public:
  Sleepy(unsigned seed, unsigned often) : random_(seed), often_(often) {}
  std::size_t progress(JointLook&) override {
    if (random_() % often_ == 0) usleep(static_cast<useconds_t>(random_() % 1000));
    return 0;
  }

 private:
  std::minstd_rand random_;
  unsigned often_;
};

// Irregular rows and columns, unlike blocks, offsets, either triangle, panels of any width, minors that are not
// positive, and processes that come late.
template <Scalar T>
void expect_any_case(unsigned seed, int trials) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  std::minstd_rand random(seed);
  const auto below = [&](Extent bound) {
    return static_cast<Extent>(random() % static_cast<unsigned>(bound));
  };
  const auto grids = test::grids_within(comm.size());
  for (int trial = 0; trial < trials; ++trial) {
    const auto [p, q] = grids[static_cast<std::size_t>(below(static_cast<Extent>(grids.size())))];
    const auto axis = [&](Extent extent, int processes) {
      const Extent nb = 1 + below(40), first = 1 + below(nb);
      std::vector<int> owners;
      for (Extent block = 0; block < extent / nb + 2; ++block)
        owners.push_back(static_cast<int>(below(processes)));
      return AxisMap(extent, nb, first, owners, processes);
    };
    Case c{below(2) == 0 ? 'L' : 'U', 1 + below(200), below(5), below(5), {}};
    const Distribution distribution{axis(c.n + c.offset_i + below(4), p),
                                    axis(c.n + c.offset_j + below(4), q)};
    c.options.panel_width = Extent{4} << below(6);
    c.options.half_speed_narrow = 2.0 * below(6);
    const Extent bad = below(2) == 0 ? below(c.n) : -1;
    Sleepy moves(seed * 1000 + static_cast<unsigned>(17 * trial + comm.rank()), 20U << below(5));
    c.options.moves = &moves;
    const Matrix<T> matrix = [&](Extent i, Extent j) {
      return i == bad && j == bad ? T(-1) : dominant<T>(c.n, trial)(i, j);
    };
    auto [l, info] = factor<T>(comm, c, matrix, distribution, test::in_order(p, q, comm.size()));
    EXPECT_EQ(info, bad + 1) << "trial " << trial << ", " << p << " x " << q << ", n " << c.n;
    if (bad < 0 && comm.rank() == 0) expect_factor(l, matrix);
  }
}

TEST(Cholesky, FactorsAnyCaseWithLateProcesses) {
  expect_any_case<double>(1, 40);
  expect_any_case<std::complex<double>>(2, 20);
}

}  // namespace
}  // namespace het
