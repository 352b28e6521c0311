#include "src/bindings/solves.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "tests/unit/kernel/random_entry.hpp"

namespace het {
namespace {

// Triangles of sizes that are split never, once and often, with rows behind them in memory that must not change.
template <class T>
class Solves : public ::testing::Test {
 protected:
  static constexpr Extent behind = 3, others = 5;
  static constexpr std::array<Extent, 7> sizes{0, 1, least_split, least_split + 1, 25, 64, 125};

  static std::vector<T> filled(Extent rows, Extent cols) {
    std::mt19937 random(5);
    std::vector<T> matrix(static_cast<std::size_t>((rows + behind) * cols));
    for (T& x : matrix) x = test::random_entry<T>(random, 3);
    return matrix;
  }
  // Its upper triangle must not be read.
  static std::vector<T> triangle(Extent k, T diagonal) {
    std::vector<T> l = filled(k, k);
    for (Extent j = 0; j < k; ++j)
      for (Extent i = 0; i <= j; ++i)
        at(l, k, i, j) = i == j ? diagonal : T(std::numeric_limits<Real<T>>::quiet_NaN());
    for (Extent j = 0; j < k; ++j)
      for (Extent i = j + 1; i < k; ++i) at(l, k, i, j) /= T(Real<T>(k));
    return l;
  }
  static T& at(std::vector<T>& matrix, Extent rows, Extent i, Extent j) {
    return matrix[static_cast<std::size_t>(i + j * (rows + behind))];
  }
  static void expect_near(const std::vector<T>& found, const std::vector<T>& expected, Extent k) {
    for (std::size_t e = 0; e < found.size(); ++e)
      ASSERT_LE(std::abs(found[e] - expected[e]), 1000 * std::numeric_limits<Real<T>>::epsilon())
          << "of " << k;
  }
};
TYPED_TEST_SUITE(Solves, test::Precisions);

TYPED_TEST(Solves, FromLeftUndoAProductWithAUnitTriangle) {
  using T = TypeParam;
  for (const Extent k : this->sizes) {
    auto l = this->triangle(k, T(7)), b = this->filled(k, this->others);  // 7: is not read
    const auto x = b;
    for (Extent j = 0; j < this->others; ++j)
      for (Extent i = k; i-- > 0;)
        for (Extent h = 0; h < i; ++h) this->at(b, k, i, j) += this->at(l, k, i, h) * this->at(b, k, h, j);
    solve_from_left(k, this->others, l.data(), k + this->behind, b.data(), k + this->behind);
    this->expect_near(b, x, k);
  }
}

TYPED_TEST(Solves, FromRightUndoAProductWithAnAdjointTriangle) {
  using T = TypeParam;
  for (const Extent k : this->sizes) {
    auto l = this->triangle(k, T(2)), b = this->filled(this->others, k);
    const auto x = b;
    for (Extent i = 0; i < this->others; ++i)
      for (Extent j = k; j-- > 0;) {
        T sum(0);
        for (Extent h = 0; h <= j; ++h)
          sum += this->at(b, this->others, i, h) * conjugate(this->at(l, k, j, h));
        this->at(b, this->others, i, j) = sum;
      }
    solve_from_right(this->others, k, l.data(), k + this->behind, b.data(), this->others + this->behind);
    this->expect_near(b, x, k);
  }
}

}  // namespace
}  // namespace het
