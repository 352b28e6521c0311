#include "src/kernel/cholesky_columns.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/unit/kernel/random_entry.hpp"

namespace het {
namespace {

template <class T>
class CholeskyColumns : public ::testing::Test {
 protected:
  static constexpr Extent n = 6, lda = 8;
  // L L^H for a lower triangle L with 1, 2, ... on the diagonal.
  CholeskyColumns() : l(lda * n), a(lda * n) {
    std::mt19937 random(3);
    for (Extent j = 0; j < n; ++j)
      for (Extent i = j; i < n; ++i)
        at(l, i, j) = i == j ? T(Real<T>(j + 1)) : test::random_entry<T>(random, 3);
    for (Extent j = 0; j < n; ++j)
      for (Extent i = j; i < n; ++i)
        for (Extent k = 0; k <= j; ++k) at(a, i, j) += at(l, i, k) * conjugate(at(l, j, k));
  }
  static T& at(std::vector<T>& matrix, Extent i, Extent j) {
    return matrix[static_cast<std::size_t>(i + j * lda)];
  }
  Extent factor() { return cholesky_columns(n, a.data(), lda); }

  std::vector<T> l, a;
};
TYPED_TEST_SUITE(CholeskyColumns, test::Precisions);

TYPED_TEST(CholeskyColumns, FindTheFactor) {
  EXPECT_EQ(this->factor(), 0);
  for (Extent j = 0; j < this->n; ++j)
    for (Extent i = j; i < this->n; ++i)
      EXPECT_LT(std::abs(this->at(this->a, i, j) - this->at(this->l, i, j)),
                1000 * std::numeric_limits<Real<TypeParam>>::epsilon())
          << i << ", " << j;
}

TYPED_TEST(CholeskyColumns, EndAtTheFirstPivotThatIsNotPositive) {
  this->at(this->a, 3, 3) -= TypeParam(100);
  EXPECT_EQ(this->factor(), 4);
  EXPECT_LE(std::real(this->at(this->a, 3, 3)), 0) << "the pivot itself is left there";
}

TYPED_TEST(CholeskyColumns, GoOnWithNaN) {
  this->at(this->a, 2, 2) = TypeParam(std::numeric_limits<Real<TypeParam>>::quiet_NaN());
  EXPECT_EQ(this->factor(), 0);
  EXPECT_FALSE(std::isnan(std::real(this->at(this->a, 1, 1))));
  EXPECT_TRUE(std::isnan(std::real(this->at(this->a, 5, 5))));
}

}  // namespace
}  // namespace het
