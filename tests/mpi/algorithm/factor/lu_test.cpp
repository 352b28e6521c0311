#include "src/algorithm/factor/lu/lu.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "src/algorithm/factor/lu/left_interchange.hpp"
#include "src/redistribute/redistribute.hpp"
#include "tests/mpi/late_columns.hpp"

namespace het {
namespace {

using test::Distributed;

template <class T>
class TypedLu : public testing::Test {};
TYPED_TEST_SUITE(TypedLu, test::Precisions);

// A matrix that every rank has whole, column-major.
template <Scalar T>
struct Whole {
  Extent m, n;
  std::vector<T> x;
  Whole(Extent rows, Extent cols) : m(rows), n(cols), x(static_cast<std::size_t>(rows * cols), T(0)) {}
  T& operator()(Extent i, Extent j) { return x[static_cast<std::size_t>(i + j * m)]; }
  const T& operator()(Extent i, Extent j) const { return x[static_cast<std::size_t>(i + j * m)]; }
};

template <Scalar T>
using Entry = std::function<T(Extent, Extent)>;

// Uniform in [-1, 1], without ties.
template <Scalar T>
T random_entry(Extent i, Extent j) {
  auto state = static_cast<std::uint64_t>(i * 2654435761 + j * 40503 + 17);
  const auto next = [&] {
    state = (state ^ (state >> 31)) * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
    const auto mixed = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9u;
    return static_cast<Real<T>>(static_cast<double>(mixed >> 11) / static_cast<double>(1LL << 52) - 1);
  };
  next();
  const auto re = next();
  if constexpr (is_complex<T>)
    return T(re, next());
  else
    return re;
}

// The textbook's algorithm, column by column.
template <Scalar T>
struct Reference {
  Whole<T> lu;
  std::vector<Extent> pivots;
  Extent info = 0;
  explicit Reference(Whole<T> a) : lu(std::move(a)) {
    for (Extent k = 0; k < std::min(lu.m, lu.n); ++k) step(k);
  }
  static Real<T> size(T x) {
    if constexpr (is_complex<T>)
      return std::abs(x.real()) + std::abs(x.imag());
    else
      return std::abs(x);
  }
  void step(Extent k) {
    Extent pivot = k;
    for (Extent i = k + 1; i < lu.m; ++i)
      if (size(lu(i, k)) > size(lu(pivot, k))) pivot = i;
    pivots.push_back(pivot);
    for (Extent j = 0; j < lu.n; ++j) std::swap(lu(k, j), lu(pivot, j));
    if (lu(k, k) == T(0) && info == 0) info = k + 1;
    for (Extent i = k + 1; i < lu.m; ++i) {
      if (lu(k, k) != T(0)) lu(i, k) /= lu(k, k);
      for (Extent j = k + 1; j < lu.n; ++j) lu(i, j) -= lu(i, k) * lu(k, j);
    }
  }
};

// || P A - L U || / (|| A || max(m, n) eps), in the 1-norm, the product in double precision at least.
template <Scalar T>
double residual(Whole<T> a, const Whole<T>& lu, const std::vector<Extent>& pivots) {
  using Wide = std::conditional_t<is_complex<T>, std::complex<double>, double>;
  for (std::size_t k = 0; k < pivots.size(); ++k)
    for (Extent j = 0; j < a.n; ++j) std::swap(a(static_cast<Extent>(k), j), a(pivots[k], j));
  double norm = 0, error = 0;
  for (Extent j = 0; j < a.n; ++j) {
    double norm_j = 0, error_j = 0;
    for (Extent i = 0; i < a.m; ++i) {
      Wide sum(i <= j ? Wide(lu(i, j)) : Wide(0));
      for (Extent l = 0; l < std::min(i, std::min(j + 1, std::min(a.m, a.n))); ++l)
        sum += Wide(lu(i, l)) * Wide(lu(l, j));
      norm_j += std::abs(Wide(a(i, j)));
      error_j += std::abs(sum - Wide(a(i, j)));
    }
    norm = std::max(norm, norm_j);
    error = std::max(error, error_j);
  }
  const double unit =
      static_cast<double>(std::max(a.m, a.n)) * static_cast<double>(std::numeric_limits<Real<T>>::epsilon());
  return error == 0 ? 0 : error / (norm * unit);
}

template <Scalar T>
struct Case {
  Extent m, n;
  Distribution distribution;  // of a matrix that may be larger
  Placement placement;
  Extent ia = 0, ja = 0;
  FactorOptions options = {};
  bool late = false;       // columns arrive during the first step
  bool elsewhere = false;  // the interchanges of L are made in another distribution
};

template <Scalar T>
struct Result {
  Whole<T> a, lu;
  std::vector<Extent> pivots;
  Extent info;
  ComputeStatistics statistics;
};

// The interchanges of L where the factors are spread over all ranks, which learn the pivots from one that has them.
template <Scalar T>
void interchange_elsewhere(const Communicator& comm, const Case<T>& c, const FactorProblem<T>& factors,
                           const Lu<T>& lu) {
  std::vector<Extent> pivots = lu.pivots();
  pivots.resize(static_cast<std::size_t>(std::min(c.m, c.n)), 0);
  MPI_Allreduce(MPI_IN_PLACE, pivots.data(), static_cast<int>(pivots.size()), MPI_INT64_T, MPI_MAX,
                comm.get());
  const auto grids = test::grids_within(comm.size());
  const auto [p, q] = grids[grids.size() / 2];
  const Extent nb = 1 + c.m % 5;
  Distributed<T> home(block_cyclic(c.m + 3, c.n + 2, 2, nb, p, q), test::reversed(p, q, comm.size()),
                      comm.rank());
  const MatrixPart part{&home.distribution(), &home.placement(), GlobalIndex(3), GlobalIndex(2)};
  const LocalArray<T> there{home.data(), home.lld()}, here = factors.a.local;
  redistribute<T>(comm, factors.a.part, {here.data, here.lld}, part, there, c.m, c.n);
  LeftInterchange<T>(comm, {c.m, c.n, {part, there}}, lu.panels()).run(pivots);
  home.expect_guards_untouched();
  redistribute<T>(comm, part, {there.data, there.lld}, factors.a.part, here, c.m, c.n);
}

// Factors the part of a distributed matrix with the given entries; the rest of the matrix must stay as it is. The ranks
// outside the grid learn the pivots from a rank inside.
template <Scalar T>
Result<T> factored(const Communicator& comm, const Case<T>& c, const Entry<T>& entry) {
  Distributed<T> a(c.distribution, c.placement, comm.rank());
  const auto inside = [&](Extent i, Extent j) {
    return i >= c.ia && i < c.ia + c.m && j >= c.ja && j < c.ja + c.n;
  };
  a.for_each([&](Extent i, Extent j, T& x) {
    x = inside(i, j) ? entry(i - c.ia, j - c.ja) : test::entry<T>(i, j, 5);
  });
  const FactorProblem<T> problem{
      c.m,
      c.n,
      {{&a.distribution(), &a.placement(), GlobalIndex(c.ia), GlobalIndex(c.ja)}, {a.data(), a.lld()}}};
  // Rows and columns are final after their steps.
  test::LateColumns<T> late(a, c.ia, c.ja, c.late ? c.m : 0, c.n, comm.rank(),
                            [](Extent i, Extent j, Extent col) { return std::min(i, j) < col; });
  FactorOptions options = c.options;
  if (c.late) options.moves = &late;
  Lu<T> lu(comm, problem, options);
  Result<T> result{Whole<T>(c.m, c.n), Whole<T>(c.m, c.n), {}, 0, lu.run()};
  if (c.late && c.placement[comm.rank()].on_grid()) late.expect_kept(std::min(c.m, c.n));
  if (c.elsewhere)
    interchange_elsewhere(comm, c, problem, lu);
  else
    LeftInterchange<T>(comm, problem, lu.panels()).run(lu.pivots());
  a.expect_guards_untouched();
  for (Extent j = 0; j < c.n; ++j)
    for (Extent i = 0; i < c.m; ++i) result.a(i, j) = entry(i, j);
  a.for_each([&](Extent i, Extent j, T& x) {
    if (inside(i, j))
      result.lu(i - c.ia, j - c.ja) = x;
    else
      EXPECT_EQ(x, test::entry<T>(i, j, 5)) << i << ", " << j;
  });
  // Each element is on one rank and zero on all others.
  MPI_Allreduce(MPI_IN_PLACE, result.lu.x.data(), static_cast<int>(result.lu.x.size() * sizeof(T)), MPI_BYTE,
                MPI_BOR, comm.get());
  const bool member = c.placement[comm.rank()].on_grid();
  const auto pivots = static_cast<std::size_t>(std::min(c.m, c.n));
  EXPECT_EQ(lu.pivots().size(), member ? pivots : 0);
  result.pivots = lu.pivots();
  result.pivots.resize(pivots, 0);
  result.pivots.push_back(lu.info());
  std::vector<Extent> most = result.pivots;
  MPI_Allreduce(MPI_IN_PLACE, most.data(), static_cast<int>(most.size()), MPI_INT64_T, MPI_MAX, comm.get());
  if (member) {
    EXPECT_EQ(result.pivots, most) << "ranks disagree";
  }
  result.info = most.back();
  most.pop_back();
  result.pivots = most;
  return result;
}

template <Scalar T>
void expect_factors(const Result<T>& result) {
  const Reference<T> expected(result.a);
  ASSERT_EQ(result.pivots, expected.pivots);
  ASSERT_EQ(result.info, expected.info);
  ASSERT_LE(residual(result.a, result.lu, result.pivots), 1.0);
}

// Where rounding chooses between rows that are as good: a small residual, and no multiplier above 1 (of complex ones,
// the square of the ratio between magnitude and modulus).
template <Scalar T>
void expect_stable_factors(const Result<T>& result) {
  const Real<T> limit = (is_complex<T> ? 2 : 1) + 8 * std::numeric_limits<Real<T>>::epsilon();
  for (Extent j = 0; j < result.lu.n; ++j)
    for (Extent i = j + 1; i < result.lu.m; ++i)
      ASSERT_LE(Reference<T>::size(result.lu(i, j)), limit) << i << ", " << j;
  ASSERT_LE(residual(result.a, result.lu, result.pivots), 1.0);
}

// A p x q distribution of an m x n matrix, uneven in both dimensions when `kind` is odd.
Distribution some_distribution(Extent m, Extent n, int p, int q, int kind) {
  if (kind % 2 == 0) return block_cyclic(m, n, 3 + kind % 3, 4, p, q, p - 1, kind % q);
  std::vector<int> rows, cols(static_cast<std::size_t>(n), 0);
  for (int b = 0; b < 3 * p; ++b) rows.push_back(b % 3 == 0 ? b / 3 : 0);
  for (Extent j = n / 2; j < n; ++j) cols[static_cast<std::size_t>(j)] = q - 1;
  for (Extent j = n / 3; j < n / 2; ++j) cols[static_cast<std::size_t>(j)] = static_cast<int>(j % q);
  return {AxisMap(m, 2, 1, rows, p), AxisMap(n, 1, 1, cols, q)};
}

struct Shape {
  Extent m, n;
};

// Calls f(case) for all grids within the ranks and some patterns, placements, offsets and widths.
template <Scalar T>
void for_many_cases(const Communicator& comm, const std::vector<Shape>& shapes,
                    const std::function<void(const Case<T>&)>& f) {
  int turn = 0;
  for (const auto& [p, q] : test::grids_within(comm.size()))
    for (const Shape& shape : shapes) {
      const Extent ia = turn % 5 < 2 ? 0 : turn % 5, ja = turn % 7 < 3 ? 0 : turn % 7 - 1;
      Case<T> c{shape.m,
                shape.n,
                some_distribution(shape.m + ia + 3, shape.n + ja + 2, p, q, turn / 2),
                turn % 3 ? test::in_order(p, q, comm.size()) : test::reversed(p, q, comm.size()),
                ia,
                ja,
                {}};
      const Extent widths[] = {64, 1, 3, 12, 5};
      c.options.panel_width = widths[turn % 5];
      if (turn % 2) c.options.slicing.least = c.options.slicing.most = 3;
      c.late = turn % 3 == 1;
      c.elsewhere = turn % 5 > 2;
      f(c);
      if (testing::Test::HasFailure())
        FAIL() << "grid " << p << " x " << q << ", " << shape.m << " x " << shape.n << " at " << ia << ", "
               << ja << ", " << to_string(c.distribution) << ", panels of " << c.options.panel_width
               << ", turn " << turn;
      ++turn;
    }
}

TYPED_TEST(TypedLu, FactorsAndPivotsOfAnyDistributionShapeAndOffset) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for_many_cases<T>(comm, {{37, 37}, {41, 23}, {23, 41}, {30, 1}, {1, 30}, {1, 1}},
                    [&](const Case<T>& c) { expect_factors(factored<T>(comm, c, random_entry<T>)); });
}

TYPED_TEST(TypedLu, EmptyMatricesHaveNoPivots) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for_many_cases<T>(comm, {{0, 7}, {7, 0}, {0, 0}}, [&](const Case<T>& c) {
    const auto result = factored<T>(comm, c, random_entry<T>);
    EXPECT_TRUE(result.pivots.empty());
    EXPECT_EQ(result.info, 0);
  });
}

// Wider than the recursion's smallest part, several pieces of columns, blocks of all sizes.
TYPED_TEST(TypedLu, PanelsOfManyBlocksAndWidths) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto grids = test::grids_within(comm.size());
  const auto [p, q] = grids[grids.size() / 2];
  for (const Extent width : {17, 32, 128})
    for (const Extent nb : {1, 16, 40}) {
      Case<T> c{130, 121, block_cyclic(130, 121, 7, nb, p, q), test::in_order(p, q, comm.size()), 0, 0, {}};
      c.options.panel_width = width;
      c.options.slicing.most = c.options.slicing.least = 20;
      for (const bool late : {false, true}) {
        c.late = late;
        expect_factors(factored<T>(comm, c, random_entry<T>));
      }
    }
}

// Entries over many orders of magnitude, ties in every column with growth by 2 in each step, and a matrix whose last
// columns are nearly combinations of the first ones.
TYPED_TEST(TypedLu, GradedGrowingAndNearlySingularMatrices) {
  using T = TypeParam;
  using R = Real<T>;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Extent n = 21;
  const Entry<T> graded = [](Extent i, Extent j) {
    return random_entry<T>(i, j) * static_cast<R>(std::pow(2.0, static_cast<double>(j - 2 * i)));
  };
  const Entry<T> growing = [](Extent i, Extent j) {
    return T(static_cast<R>(i == j || j == n - 1 ? 1 : i > j ? -1 : 0));
  };
  const Entry<T> nearly_singular = [](Extent i, Extent j) {
    if (j < n / 2) return random_entry<T>(i, j);
    return random_entry<T>(i, j - n / 2) + random_entry<T>(i, j - n / 2 + 1) +
           random_entry<T>(i, j) * std::sqrt(std::numeric_limits<R>::epsilon());
  };
  for_many_cases<T>(comm, {{n, n}}, [&](const Case<T>& c) {
    expect_factors(factored<T>(comm, c, graded));
    expect_factors(factored<T>(comm, c, growing));
    expect_stable_factors(factored<T>(comm, c, nearly_singular));
  });
}

TYPED_TEST(TypedLu, ExactlySingularMatricesAreFactoredToTheEnd) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Entry<T> two_zero_columns = [](Extent i, Extent j) {
    return j == 4 || j == 11 ? T(0) : random_entry<T>(i, j);
  };
  const Entry<T> zero = [](Extent, Extent) { return T(0); };
  for_many_cases<T>(comm, {{17, 15}, {13, 19}}, [&](const Case<T>& c) {
    const auto result = factored<T>(comm, c, two_zero_columns);
    expect_factors(result);
    EXPECT_EQ(result.info, 5);
    EXPECT_EQ(factored<T>(comm, c, zero).info, 1);
  });
}

// Magnitudes whose reciprocal overflows are divided by.
TYPED_TEST(TypedLu, SubnormalPivots) {
  using T = TypeParam;
  using R = Real<T>;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const Entry<T> tiny = [](Extent i, Extent j) {
    const R unit = std::numeric_limits<R>::denorm_min();
    return T(unit * static_cast<R>(i == j ? 8 : i > j && i % 3 == 0 ? 4 : 0));
  };
  for_many_cases<T>(comm, {{12, 12}}, [&](const Case<T>& c) {
    const auto result = factored<T>(comm, c, tiny);
    for (Extent j = 0; j < c.n; ++j)
      for (Extent i = 0; i < c.m; ++i)
        ASSERT_EQ(result.lu(i, j), i == j                ? tiny(i, j)
                                   : i > j && i % 3 == 0 ? T(R(0.5))
                                                         : T(0))
            << i << ", " << j;
  });
}

// NaN and infinity: the pivots of the reference's comparisons, which take neither for a number out of range, and a NaN in
// the result.
TYPED_TEST(TypedLu, NotANumberAndInfinityChooseValidPivots) {
  using T = TypeParam;
  using R = Real<T>;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for_many_cases<T>(comm, {{16, 16}}, [&](const Case<T>& c) {
    for (const R bad : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()})
      for (const Shape& at : {Shape{0, 0}, {9, 6}, {15, 15}, {2, 11}}) {
        const auto result = factored<T>(comm, c, [&](Extent i, Extent j) {
          return i == at.m && j == at.n ? T(bad) : random_entry<T>(i, j);
        });
        const Reference<T> expected(result.a);
        bool marked = false;
        for (const T& x : result.lu.x) marked |= x != x || std::abs(x) > std::numeric_limits<R>::max();
        ASSERT_TRUE(marked);
        ASSERT_EQ(result.pivots, expected.pivots) << bad << " at " << at.m << ", " << at.n;
      }
    const auto all = factored<T>(comm, c, [](Extent, Extent) { return test::poison<T>(); });
    for (Extent k = 0; k < 16; ++k) ASSERT_EQ(all.pivots[static_cast<std::size_t>(k)], k);
  });
}

// Every rank counts what it sent; on one process row nothing but the panels travels, once to each process that has
// columns right of them, and in the end the pivots that others have missed.
TYPED_TEST(TypedLu, OnOneProcessRowOnlyPanelsTravel) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int q = comm.size();
  Case<T> c{48, 48, block_cyclic(48, 48, 6, 6, 1, q), test::in_order(1, q, q), 0, 0, {}};
  const auto result = factored<T>(comm, c, random_entry<T>);
  Extent sent = result.statistics.bytes_sent, bytes = 0, headers = 0;
  MPI_Allreduce(MPI_IN_PLACE, &sent, 1, MPI_INT64_T, MPI_SUM, comm.get());
  const auto panels = cut_panels(c.distribution.cols, 48, c.options.panel_width);
  EXPECT_EQ(result.statistics.steps, std::ssize(panels));
  for (const Panel& panel : panels)
    for (int col = 0; col < q; ++col) {
      const ProcessCoord at(col);
      if (col == panel.col ||
          c.distribution.cols.local_size(at, GlobalIndex(panel.end), GlobalIndex(48)) == 0)
        continue;
      bytes += panel.width() * (48 - panel.begin) * Extent{sizeof(T)};
      headers += 64 + panel.width() * Extent{sizeof(Extent)};
    }
  EXPECT_GE(sent, bytes);
  EXPECT_LE(sent, bytes + headers + (q - 1) * 49 * Extent{sizeof(Extent)});
}

}  // namespace
}  // namespace het
