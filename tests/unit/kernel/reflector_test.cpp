#include "src/kernel/reflector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/unit/kernel/random_entry.hpp"

namespace het {
namespace {

template <class T>
class ReflectorOf : public ::testing::Test {};
TYPED_TEST_SUITE(ReflectorOf, test::Precisions);

// A column below its diagonal element, cut into the parts of three ranks, the second of which has nothing.
template <Scalar T>
struct Column {
  Column(T diagonal, std::vector<T> below) : alpha(diagonal), x(std::move(below)), v(x.size()) {
    const std::size_t cut = x.size() / 3;
    for (const auto& [begin, end] : {std::pair{std::size_t{0}, cut}, {cut, cut}, {cut, x.size()}}) {
      parts.push_back(scaled_copy<T>({x.data() + begin, end - begin}, v.data() + begin));
      for (std::size_t i = begin; i < end; ++i) scales.push_back(parts.back().scale);
    }
    h = make_reflector<T>(alpha, parts);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] *= h.weight(scales[i]);
  }

  T alpha;
  std::vector<T> x, v;
  std::vector<Real<T>> scales;
  std::vector<ColumnPart<T>> parts;
  Reflector<T> h;
};

// H^H (alpha; x) = (beta; 0) with real beta of the column's norm, however large or small the column is.
TYPED_TEST(ReflectorOf, AColumnLeavesItsNormOnTheDiagonal) {
  using T = TypeParam;
  using R = Real<T>;
  std::mt19937 random(7);
  const R small = std::numeric_limits<R>::min() * 8, large = std::numeric_limits<R>::max() / 4096;
  for (const R unit : {R(1), small, large})
    for (const std::size_t n : {1u, 2u, 15u, 16u, 17u, 100u}) {
      std::vector<T> below(n);
      for (T& each : below) each = test::random_entry<T>(random, 9) * unit;
      const T alpha = test::random_entry<T>(random, 9) * unit;
      const Column<T> c(alpha, below);
      R squares = std::norm(alpha / unit);
      for (const T& each : c.x) squares += std::norm(each / unit);
      const R tolerance = 100 * std::numeric_limits<R>::epsilon() * std::max(std::sqrt(squares), R(1));
      EXPECT_NEAR(std::abs(c.h.beta / unit), std::sqrt(squares), tolerance) << n;
      if (c.h.identity) continue;
      EXPECT_LE(std::real(c.h.beta / unit) * std::real(alpha / unit), 0) << "no cancellation";
      // w = (1; v)^H (alpha; x), in units of the column; H^H = I - conj(tau) (1; v) (1; v)^H.
      T w = alpha / unit;
      for (std::size_t i = 0; i < n; ++i) w += conjugate(c.v[i]) * (c.x[i] / unit);
      const T taken = conjugate(c.h.tau) * w;
      EXPECT_NEAR(std::abs(alpha / unit - taken - c.h.beta / unit), 0, tolerance) << n;
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(std::abs(c.x[i] / unit - taken * c.v[i]), 0, tolerance) << n << ", " << i;
    }
}

TYPED_TEST(ReflectorOf, ZerosIsTheIdentity) {
  using T = TypeParam;
  const Column<T> c(T(-3), std::vector<T>(20, T(0)));
  EXPECT_TRUE(c.h.identity);
  EXPECT_EQ(c.h.tau, T(0));
  EXPECT_EQ(c.h.beta, T(-3));
}

TYPED_TEST(ReflectorOf, NaNStaysVisible) {
  using T = TypeParam;
  std::vector<T> below(20, T(1));
  below[17] = T(std::numeric_limits<Real<T>>::quiet_NaN());
  const Column<T> c(T(2), below);
  EXPECT_FALSE(c.h.identity);
  EXPECT_TRUE(std::isnan(std::real(c.h.beta)));
}

}  // namespace
}  // namespace het
