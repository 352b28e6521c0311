// The drivers' verdict itself: right products pass, and what is wrong anywhere does not.
#include <gtest/gtest.h>

#include "testing_drivers/support/product_check.hpp"
#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {
namespace {

constexpr double kLimit = 10;

template <class T>
class Residual : public ::testing::Test {};
using Precisions = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Residual, Precisions);

// C = alpha op(A) op(B) + beta C by ScaLAPACK on 2x2, then `spoil`; its residual.
template <class T, class Spoil>
double residual_after(Spoil&& spoil) {
  const int m = 60, n = 70, k = 80, offset = 2, first = offset + 1;
  const T alpha(2), beta(-1);
  const ProcessGrid grid({2, 2});
  const Operand op_a{{offset, offset, k, m}, 'C', 1}, op_b{{offset, offset, k, n}, 'N', 2};
  const Operand op_c{{offset, offset, m, n}, 'N', 3};
  const auto around = [](const Window& w) { return MatrixLayout{w.rows + w.i0, w.cols + w.j0, 8, 8, 0, 0}; };
  DistributedMatrix<T> a(grid, around(op_a.window)), b(grid, around(op_b.window)),
      c(grid, around(op_c.window));
  a.fill([](int i, int j) { return entry<T>(i, j, 1); });
  b.fill([](int i, int j) { return entry<T>(i, j, 2); });
  c.fill([](int i, int j) { return entry<T>(i, j, 3); });
  const auto da = a.descriptor(), db = b.descriptor(), dc = c.descriptor();
  pgemm("C", "N", &m, &n, &k, &alpha, a.data(), &first, &first, da.data(), b.data(), &first, &first,
        db.data(), &beta, c.data(), &first, &first, dc.data());
  c.for_each([&](int i, int j, T& x) { spoil(i, j, x); });
  return product_residual<T>(grid.comm(), {alpha, beta, k, a, b, c, op_a, op_b, op_c});
}

TYPED_TEST(Residual, OfARightProductIsSmall) {
  const double residual = residual_after<TypeParam>([](int, int, TypeParam&) {});
  EXPECT_GE(residual, 0);
  EXPECT_LE(residual, 1);
}

TYPED_TEST(Residual, OfASingleWrongEntryIsLarge) {
  EXPECT_GT(residual_after<TypeParam>([](int i, int j, TypeParam& x) {
              if (i == 61 && j == 30) x += TypeParam(1);
            }),
            kLimit);
}

TYPED_TEST(Residual, OfExchangedColumnsIsLarge) {
  EXPECT_GT(residual_after<TypeParam>([](int i, int j, TypeParam& x) {
              if (j == 10) x = entry<TypeParam>(i, j, 4);
            }),
            kLimit);
}

TYPED_TEST(Residual, OfNaNNeverPasses) {
  const double residual = residual_after<TypeParam>([](int i, int j, TypeParam& x) {
    if (i == 20 && j == 5) x = TypeParam(std::numeric_limits<Real<TypeParam>>::quiet_NaN());
  });
  EXPECT_FALSE(residual <= kLimit);
}

TYPED_TEST(Residual, IgnoresWhatLiesOutsideTheSubmatrix) {
  EXPECT_LE(residual_after<TypeParam>([](int i, int j, TypeParam& x) {
              if (i < 2 || j < 2) x = TypeParam(1000);
            }),
            1);
}

TEST(Pads, ThatWereWrittenAreNoticed) {
  const ProcessGrid grid({2, 2});
  DistributedMatrix<double> matrix(grid, {20, 20, 4, 4, 0, 0});
  matrix.fill([](int, int) { return 1.0; });
  EXPECT_TRUE(matrix.pads_intact());
  matrix.data()[matrix.lld() - 1] = 0;
  EXPECT_FALSE(matrix.pads_intact());
  DistributedMatrix<double> other(grid, {20, 20, 4, 4, 0, 0});
  other.data()[-1] = 0;
  EXPECT_FALSE(other.pads_intact());
}

}  // namespace
}  // namespace het::testing
