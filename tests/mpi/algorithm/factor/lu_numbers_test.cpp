#include <gtest/gtest.h>

#include "tests/mpi/algorithm/factor/lu_case.hpp"

namespace het {
namespace {

using namespace test;

template <class T>
class TypedLuNumbers : public testing::Test {};
TYPED_TEST_SUITE(TypedLuNumbers, Precisions);

// Entries over many orders of magnitude, ties in every column with growth by 2 in each step, and a matrix whose last
// columns are nearly combinations of the first ones.
TYPED_TEST(TypedLuNumbers, GradedGrowingAndNearlySingularMatrices) {
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

TYPED_TEST(TypedLuNumbers, ExactlySingularMatricesAreFactoredToTheEnd) {
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
TYPED_TEST(TypedLuNumbers, SubnormalPivots) {
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

// NaN and infinity: the pivots of the reference's comparisons, which take neither for a number out of range, and a
// NaN in the result.
TYPED_TEST(TypedLuNumbers, NotANumberAndInfinityChooseValidPivots) {
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

}  // namespace
}  // namespace het
