#pragma once
#include <gtest/gtest.h>

#include <functional>

#include "src/algorithm/factor/lu/lu.hpp"
#include "src/algorithm/factor/lu/rows/left_interchange.hpp"
#include "src/redistribute/redistribute.hpp"
#include "tests/mpi/algorithm/factor/lu_reference.hpp"
#include "tests/mpi/algorithm/some_distribution.hpp"
#include "tests/mpi/late_columns.hpp"

// Factorizations by kernel Lu of distributed matrices of every kind, and what is expected of them.
namespace het::test {

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
  const auto grids = grids_within(comm.size());
  const auto [p, q] = grids[grids.size() / 2];
  const Extent nb = 1 + c.m % 5;
  Distributed<T> home(block_cyclic(c.m + 3, c.n + 2, 2, nb, p, q), reversed(p, q, comm.size()), comm.rank());
  const MatrixPart part{&home.distribution(), &home.placement(), GlobalIndex(3), GlobalIndex(2)};
  const LocalArray<T> there{home.data(), home.lld()}, here = factors.a.local;
  redistribute<T>(comm, factors.a.part, here, part, there, c.m, c.n);
  LeftInterchange<T>(comm, {c.m, c.n, {part, there}}, lu.panels()).run(pivots);
  home.expect_guards_untouched();
  redistribute<T>(comm, part, there, factors.a.part, here, c.m, c.n);
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
  LateColumns<T> late(a, c.ia, c.ja, c.late ? c.m : 0, c.n, comm.rank(),
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

// The second sixth of the columns of an uneven distribution is dealt in turn.
inline Distribution some_distribution(Extent m, Extent n, int p, int q, int kind) {
  std::vector<int> owners = two_halves(n, q);
  for (Extent j = n / 3; j < n / 2; ++j) owners[static_cast<std::size_t>(j)] = static_cast<int>(j % q);
  return some_distribution(m, n, p, q, kind, std::move(owners));
}

struct Shape {
  Extent m, n;
};

// Calls f(case) for all grids within the ranks and some patterns, placements, offsets and widths.
template <Scalar T>
void for_many_cases(const Communicator& comm, const std::vector<Shape>& shapes,
                    const std::function<void(const Case<T>&)>& f) {
  int turn = 0;
  for (const auto& [p, q] : grids_within(comm.size()))
    for (const Shape& shape : shapes) {
      const Extent ia = turn % 5 < 2 ? 0 : turn % 5, ja = turn % 7 < 3 ? 0 : turn % 7 - 1;
      Case<T> c{shape.m,
                shape.n,
                some_distribution(shape.m + ia + 3, shape.n + ja + 2, p, q, turn / 2),
                turn % 3 ? in_order(p, q, comm.size()) : reversed(p, q, comm.size()),
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

}  // namespace het::test
