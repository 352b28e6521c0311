// The verdict of the factorizations' drivers: right factors pass, and what is wrong anywhere does not.
#include <gtest/gtest.h>

#include "testing_drivers/support/factor/cholesky.hpp"
#include "testing_drivers/support/factor/lu.hpp"
#include "testing_drivers/support/factor/qr.hpp"

namespace het::testing {
namespace {

// Thresholds of ScaLAPACK's testers.
template <class Factor>
constexpr double limit = 0;
template <class T>
constexpr double limit<Lu<T>> = 1;
template <class T>
constexpr double limit<Cholesky<T>> = 3;
template <class T>
constexpr double limit<Qr<T>> = 5;
// The greatest of them.
constexpr double kLimit = 5;
constexpr FactorCase kSquare{.m = 60, .n = 60, .nb = 8, .offset = 8};

template <class T>
class FactorResidual : public ::testing::Test {
 protected:
  // Factors by ScaLAPACK on 2x2, lets `spoil` at what came out; the residuals.
  template <template <class> class Factor, class Spoil>
  FactorResiduals after(const FactorCase& one, Spoil&& spoil) {
    const ProcessGrid grid({2, 2});
    Factor<T> factor(grid, one);
    factor.reset();
    factor.factor(grid.context());
    spoil(factor, grid);
    intact_ = factor.surroundings_intact();
    return factor.residuals();
  }
  template <template <class> class Factor>
  FactorResiduals after(const FactorCase& one) {
    return after<Factor>(one, [](auto&, const ProcessGrid&) {});
  }
  // Adds to the entry (i, j) of the array.
  template <template <class> class Factor>
  FactorResiduals with_added(const FactorCase& one, int i, int j, T added) {
    return after<Factor>(one, [&](Factor<T>& factor, const ProcessGrid&) {
      factor.matrix().for_each([&](int at_i, int at_j, T& x) {
        if (at_i == i && at_j == j) x += added;
      });
    });
  }
  template <template <class> class Factor>
  void all_kinds_pass(int kinds, const std::vector<FactorCase>& shapes) {
    for (FactorCase one : shapes)
      for (int kind = 0; kind < kinds; ++kind) {
        one.kind = static_cast<MatrixKind>(kind);
        const FactorResiduals found = after<Factor>(one);
        SCOPED_TRACE(matrix_kinds()[static_cast<std::size_t>(kind)] + " " + std::to_string(one.m) + " x " +
                     std::to_string(one.n) + " " + one.uplo);
        EXPECT_EQ(found.info, 0);
        EXPECT_LE(found.factors, limit<Factor<T>>);
        EXPECT_GE(found.factors, 0);
        EXPECT_EQ(found.solve.has_value(),
                  one.m == one.n || (std::is_same_v<Factor<T>, Qr<T>> && one.m > one.n));
        EXPECT_LE(found.solve.value_or(0), limit<Factor<T>>);
        // On this process, true everywhere only if ScaLAPACK is right.
        EXPECT_TRUE(intact_);
      }
  }

  bool intact_ = false;  // of the latest run, on this process
};
using Precisions = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(FactorResidual, Precisions);

const std::vector<FactorCase> kShapes{kSquare,
                                      {.m = 70, .n = 40, .nb = 8, .offset = 0},
                                      {.m = 33, .n = 65, .nb = 8, .offset = 16},
                                      {.m = 1, .n = 1, .nb = 4}};

TYPED_TEST(FactorResidual, OfScaLapacksLuIsSmall) { this->template all_kinds_pass<Lu>(4, kShapes); }
TYPED_TEST(FactorResidual, OfScaLapacksQrIsSmall) { this->template all_kinds_pass<Qr>(4, kShapes); }
TYPED_TEST(FactorResidual, OfScaLapacksCholeskyIsSmall) {
  FactorCase upper = kSquare;
  upper.uplo = 'U';
  this->template all_kinds_pass<Cholesky>(3, {kSquare, upper, {.m = 1, .n = 1, .nb = 4}});
}

// Each factor, the last row and column too.
TYPED_TEST(FactorResidual, OfASingleWrongEntryIsLarge) {
  const TypeParam added(1);
  for (const int at : {8, 40, 67}) {
    EXPECT_GT(this->template with_added<Lu>(kSquare, at, 67, added).factors, kLimit);
    EXPECT_GT(this->template with_added<Lu>(kSquare, 67, at, added).factors, kLimit);
    EXPECT_GT(this->template with_added<Qr>(kSquare, at, 67, added).factors, kLimit);
    EXPECT_GT(this->template with_added<Cholesky>(kSquare, 67, at, added).factors, kLimit);
  }
  EXPECT_GT(this->template with_added<Qr>(kSquare, 67, 8, added).factors, kLimit);  // a reflector
  const auto wrong_solve = this->template with_added<Lu>(kSquare, 67, 67, added).solve;
  EXPECT_GT(wrong_solve.value_or(0), kLimit);
}

TYPED_TEST(FactorResidual, OfNaNNeverPasses) {
  const TypeParam nan(std::numeric_limits<Real<TypeParam>>::quiet_NaN());
  EXPECT_FALSE(this->template with_added<Lu>(kSquare, 20, 30, nan).factors <= kLimit);
  EXPECT_FALSE(this->template with_added<Lu>(kSquare, 30, 20, nan).factors <= kLimit);
  EXPECT_FALSE(this->template with_added<Qr>(kSquare, 20, 30, nan).factors <= kLimit);
  EXPECT_FALSE(this->template with_added<Cholesky>(kSquare, 30, 20, nan).factors <= kLimit);
}

// A = P L U holds without interchanges too, but is no LU with partial pivoting.
TYPED_TEST(FactorResidual, OfLargeMultipliersNeverPasses) {
  EXPECT_GT(this->template with_added<Lu>(kSquare, 67, 8, TypeParam(3)).factors, 1e30);
}

TYPED_TEST(FactorResidual, OfExchangedPivotsIsLarge) {
  const auto found = this->template after<Lu>(kSquare, [](Lu<TypeParam>& lu, const ProcessGrid& grid) {
    // Rows 9 to 16 of the array, the first that are factored, lie on process row 1.
    if (grid.pi() == 1) std::swap(lu.pivots().data()[0], lu.pivots().data()[1]);
  });
  EXPECT_GT(found.factors, kLimit);
}

TYPED_TEST(FactorResidual, OfPivotsOrReflectorsThatDifferBetweenProcessesNeverPasses) {
  const auto lu = this->template after<Lu>(kSquare, [](Lu<TypeParam>& factor, const ProcessGrid& grid) {
    if (grid.pi() == 1 && grid.pj() == 1) factor.pivots().data()[1] = 0;
  });
  EXPECT_GT(lu.factors, 1e30);
  const auto qr = this->template after<Qr>(kSquare, [](Qr<TypeParam>& factor, const ProcessGrid& grid) {
    if (grid.pi() == 1 && grid.pj() == 1) factor.taus().data()[1] = TypeParam(0);
  });
  EXPECT_GT(qr.factors, 1e30);
}

TYPED_TEST(FactorResidual, OfReflectorsThatAreNotUnitaryNeverPasses) {
  const auto found = this->template after<Qr>(kSquare, [](Qr<TypeParam>& factor, const ProcessGrid& grid) {
    if (grid.pj() == 1) factor.taus().data()[0] *= TypeParam(Real<TypeParam>(1.5));
  });
  EXPECT_GT(found.factors, 1e30);
}

TYPED_TEST(FactorResidual, OfANonZeroInfoNeverPasses) {
  const auto found = this->template after<Lu>({.m = 5, .n = 0, .nb = 2, .offset = 1});
  EXPECT_EQ(found.info, -4);  // IA is not at the beginning of a block
  EXPECT_GT(found.factors, 1e30);
}

TYPED_TEST(FactorResidual, IsNotAskedForWhatLiesAround) {
  const ProcessGrid grid({2, 2});
  const auto intact_after = [&](int i, int j) {
    static_cast<void>(this->template with_added<Cholesky>(kSquare, i, j, TypeParam(1)));
    int intact = this->intact_ ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &intact, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return intact != 0;
  };
  EXPECT_TRUE(intact_after(30, 20));
  EXPECT_FALSE(intact_after(7, 30));
  EXPECT_FALSE(intact_after(30, 68));
  EXPECT_FALSE(intact_after(75, 75));
}

TYPED_TEST(FactorResidual, TheOtherTriangleMayNotBeWritten) {
  static_cast<void>(
      this->template after<Cholesky>(kSquare, [](Cholesky<TypeParam>& factor, const ProcessGrid&) {
        factor.matrix().for_each([&](int i, int j, TypeParam& x) {
          if (i >= 8 && j < 68 && i < j) x = TypeParam(0);
        });
      }));
  EXPECT_FALSE(this->intact_);
}

TYPED_TEST(FactorResidual, DefiniteMatricesAreHermitian) {
  for (const MatrixKind kind : {MatrixKind::random, MatrixKind::graded, MatrixKind::singular}) {
    const TestMatrix<TypeParam> matrix(kind, 9, 9, true, 5);
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j <= i; ++j) EXPECT_EQ(matrix(i, j), apply_op('C', matrix(j, i)));
  }
}

}  // namespace
}  // namespace het::testing
