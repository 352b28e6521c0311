// Messages that processes move themselves: what they take of a process at work, and of one that waits for them.
#include <gtest/gtest.h>

#include "src/model/factor/factor_model.hpp"
#include "src/model/product_model.hpp"

namespace het {
namespace {

constexpr Extent n = 1000, nb = 50;
constexpr double matrix_bytes = 8.0 * n * n;
constexpr RoutineKind factorizations[] = {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky};

// Four equal processes, of whose messages so much is their own time. Else they only compute and send.
Platform four(double own_part, double seconds_per_flop, double seconds_per_byte) {
  Platform platform{{1, 1, 1, 1}, seconds_per_flop, seconds_per_byte};
  platform.own_part = own_part;
  platform.seconds_per_copied_byte = platform.seconds_per_jump = 0;
  platform.rates = full_speed;
  return platform;
}
Platform at_work(double own_part) { return four(own_part, 1e-9, 1e-10); }

double product_seconds(const Platform& platform) {
  const Placed grid{block_cyclic(n, n, nb, nb, 2, 2), Placement::row_major(2, 2)};
  return predict_product(platform, CallShape::product(n, n, n, 2, 8), grid, 100).total();
}

double seconds(RoutineKind kind, const Platform& platform, int p, int q) {
  const CallShape shape = CallShape::factorization(kind, n, n, 2, 8);
  return factorization_seconds(platform, shape,
                               {block_cyclic(n, n, nb, nb, p, q), Placement::row_major(p, q)}, nb);
}

// In place on 2 x 2 a process receives half of its rows of A and half of its columns of B.
TEST(OwnTime, IsSpentOnAllThatAProductReceives) {
  const double received = 2 * matrix_bytes / 4 * 1e-10, without = product_seconds(at_work(0));
  for (const double part : {0.5, 1.0})
    EXPECT_NEAR((product_seconds(at_work(part)) - without) / (part * received), 1, 0.05);
}

// Three quarters of the panels come from others, each of half of the rows on average.
TEST(OwnTime, IsSpentOnPanelsThatComeMeanwhile) {
  const double received = 0.75 * matrix_bytes / 2 * 1e-10;
  for (const RoutineKind kind : factorizations)
    for (const double part : {0.5, 1.0}) {
      const double more = seconds(kind, at_work(part), 1, 4) - seconds(kind, at_work(0), 1, 4);
      EXPECT_NEAR(more / (part * received), 1, 0.25) << family_name(kind);
    }
}

TEST(OwnTime, IsSpentOnWhatProcessesOfAColumnExchange) {
  for (const RoutineKind kind : factorizations)
    EXPECT_GT(seconds(kind, at_work(1), 4, 1) - seconds(kind, at_work(0), 4, 1),
              0.25 * matrix_bytes / 2 * 1e-10)
        << family_name(kind);
}

// Panels that take four times as long as their messages: all processes but one wait for each.
TEST(OwnTime, IsPartOfTheWaitOfAProcessThatHasNothingElseToDo) {
  const auto waiting = [](double own_part) {
    Platform platform = four(own_part, 1e-12, 1e-9);
    platform.rates.columns = 1e-4;
    return platform;
  };
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr}) {
    const double without = seconds(kind, waiting(0), 1, 4);
    EXPECT_NEAR(seconds(kind, waiting(1), 1, 4), without, 0.03 * without) << family_name(kind);
  }
}

// To one process and back: three quarters of the matrix come, and a quarter of it is its own again. What of it comes before
// the first columns are there, it waits for.
TEST(OwnTime, IsSpentOnAMatrixThatMoves) {
  const Placed caller{block_cyclic(n, n, nb, nb, 2, 2), Placement::row_major(2, 2)};
  Placement one;
  one.of_rank = {{0, 0}, {-1, -1}, {-1, -1}, {-1, -1}};
  const Placed moved{block_cyclic(n, n, nb, nb, 1, 1), one};
  const auto lu_seconds = [&](double own_part) {
    const CallShape shape = CallShape::factorization(RoutineKind::lu, n, n, 2, 8);
    return factorization_seconds(at_work(own_part), shape, moved, nb, &caller);
  };
  const double more = lu_seconds(1) - lu_seconds(0), each_way = 0.75 * matrix_bytes * 1e-10;
  const double first_strips = 0.2 * each_way;  // that it waits for
  EXPECT_NEAR(more, each_way - first_strips + matrix_bytes / 4 * 1e-10, 0.15 * each_way);
}

}  // namespace
}  // namespace het
