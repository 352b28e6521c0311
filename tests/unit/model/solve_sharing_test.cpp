#include "src/model/factor/step/solve_sharing.hpp"

#include <gtest/gtest.h>

#include "tests/unit/model/as_simulated.hpp"

namespace het {
namespace {

// Three process rows, panels of 64 columns, 10 Gflop/s: a column of the solve takes .41 us, two thirds of which are
// saved, and 114 bytes more travel.
TEST(SolveSharing, PaysWhereTheNetworkIsFast) {
  Platform platform{{1, 1, 1}, 1e-10, {8e-10, 1e-5, 1e-6}};
  platform.rates = test::full_speed;
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 4000, 4000, 2, 8);
  EXPECT_TRUE(solve_is_shared(platform, lu, 3, 64));
  EXPECT_FALSE(solve_is_shared(platform, lu, 1, 64)) << "there is nobody to share with";
  EXPECT_FALSE(solve_is_shared(platform, lu, 3, 16)) << "narrow panels save little";
  platform.between.seconds_per_byte *= 10;
  EXPECT_FALSE(solve_is_shared(platform, lu, 3, 64));
  EXPECT_TRUE(solve_is_shared(platform, lu, 3, 256));
}

}  // namespace
}  // namespace het
