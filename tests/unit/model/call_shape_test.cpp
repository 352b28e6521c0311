#include "src/model/call_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace het {
namespace {

TEST(CallShape, OperationsAreThoseOfTheTextbook) {
  const auto flops_of = [](RoutineKind kind, Extent m, Extent n) {
    return flops(CallShape::factorization(kind, m, n, 2, 8));
  };
  const double n = 900, n3 = n * n * n;
  EXPECT_NEAR(flops(CallShape::product(900, 900, 900, 2, 8)), 2 * n3, 1);
  EXPECT_NEAR(flops_of(RoutineKind::lu, 900, 900), 2 * n3 / 3, 1);
  EXPECT_NEAR(flops_of(RoutineKind::qr, 900, 900), 4 * n3 / 3, 1);
  EXPECT_NEAR(flops_of(RoutineKind::cholesky, 900, 900), n3 / 3, 1);
  // Householder QR of m x n, m >= n: 2 n^2 (m - n / 3).
  EXPECT_NEAR(flops_of(RoutineKind::qr, 9000, 900), 2 * n * n * (9000 - 300), 1);
  EXPECT_NEAR(flops_of(RoutineKind::lu, 9000, 900), flops_of(RoutineKind::lu, 900, 9000), 1);
}

TEST(CallShape, NamesOfRoutinesAreFoundAgain) {
  for (const RoutineKind kind : all_routine_kinds) {
    EXPECT_EQ(routine_kind_named(family_name(kind)), kind);
    EXPECT_EQ(routine_kind_named(short_name(kind)), kind);
  }
  EXPECT_EQ(routine_kind_named("getrs"), std::nullopt);
}

}  // namespace
}  // namespace het
