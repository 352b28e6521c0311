#include "src/kernel/largest.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/unit/kernel/random_entry.hpp"

namespace het {
namespace {

template <class T>
class LargestOf : public ::testing::Test {};
TYPED_TEST_SUITE(LargestOf, test::Precisions);

template <Scalar T>
Largest<Real<T>> one_by_one(const std::vector<T>& x) {
  Largest<Real<T>> best;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (const Real<T> magnitude = pivot_magnitude(x[i]); magnitude > best.magnitude)
      best = {magnitude, static_cast<Extent>(i)};
  return best;
}

// The first of equal ones, whatever run and lane they are in; NaN here and there, and everywhere.
TYPED_TEST(LargestOf, AColumnIsThatOfALoop) {
  using T = TypeParam;
  std::mt19937 random(5);
  for (const std::size_t n : {0u, 1u, 7u, 8u, 9u, 63u, 255u, 256u, 257u, 264u, 511u, 512u, 600u})
    for (int turn = 0; turn < 40; ++turn) {
      std::vector<T> x(n);
      for (T& each : x) each = test::random_entry<T>(random, turn % 2 == 0 ? 3 : 1000);
      for (std::size_t k = 0; turn >= 20 && k < n; k += 1 + random() % 50)
        x[k] = T(std::numeric_limits<Real<T>>::quiet_NaN());
      if (turn == 39) std::fill(x.begin(), x.end(), T(std::numeric_limits<Real<T>>::quiet_NaN()));
      const auto wanted = one_by_one(x), found = largest(x.data(), static_cast<Extent>(n));
      EXPECT_EQ(found.at, wanted.at) << n << " elements, turn " << turn;
      EXPECT_EQ(found.magnitude, wanted.magnitude) << n << " elements, turn " << turn;
      EXPECT_EQ(largest_magnitude(x.data(), static_cast<Extent>(n)), wanted.magnitude)
          << n << " elements, turn " << turn;
    }
}

}  // namespace
}  // namespace het
