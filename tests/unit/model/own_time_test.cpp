// What processes spend on messages that they copy themselves: of a process at work, and of one that waits for them.
#include <gtest/gtest.h>

#include "src/model/factor/factor_model.hpp"
#include "src/model/product/product_model.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::factorizations;
using test::shape_of;

constexpr Extent order = 1000, block = 50;
constexpr double matrix_bytes = 8.0 * order * order, of_byte = 1e-10;

// Four equal processes, which spend all of a message's time themselves, or nothing. Else they only compute and send.
Platform four(bool own, double seconds_per_flop, double seconds_per_byte) {
  Platform platform{{1, 1, 1, 1}, seconds_per_flop, {seconds_per_byte}};
  platform.between.own_seconds_per_byte = own ? seconds_per_byte : 0;
  platform = test::as_simulated(platform);
  return platform;
}
// A thousand operations take as long as a byte.
Platform at_work(bool own) { return four(own, 1e-9, of_byte); }

const Placed two_by_two{block_cyclic(order, order, block, block, 2, 2), Placement::row_major(2, 2)};

double seconds(RoutineKind kind, const Platform& platform, int p, int q, const Placed* caller = nullptr) {
  const Placed matrix{block_cyclic(order, order, block, block, p, q), Placement::row_major(p, q)};
  return factorization_seconds(platform, shape_of(kind, order), matrix, block, caller);
}

// How much longer a call takes where processes spend the time.
template <class Seconds>
double own_time(Seconds seconds_of) {
  return seconds_of(at_work(true)) - seconds_of(at_work(false));
}

// In place on 2 x 2 a process receives half of its rows of A and half of its columns of B: the first of five panels while it
// waits for that, which takes it no longer.
TEST(OwnTime, IsSpentOnWhatAProductReceivesMeanwhile) {
  const double received = 2 * matrix_bytes / 4 * of_byte;
  const double more = own_time([](const Platform& platform) {
    return predict_product(platform, test::square_of(order), two_by_two, 100).total();
  });
  EXPECT_NEAR(more / received, 0.8, 1e-6);
}

// Nothing of it is counted as an update or a panel.
TEST(OwnTime, IsAPartOfTheExchange) {
  const Placed row{block_cyclic(order, order, block, block, 1, 4), Placement::row_major(1, 4)};
  for (const RoutineKind kind : factorizations) {
    const auto prediction = [&](bool own) {
      return predict_factorization_quickly(at_work(own), shape_of(kind, order), row, block);
    };
    const Prediction with = prediction(true), without = prediction(false);
    EXPECT_GT(with.total(), without.total());
    EXPECT_NEAR(with.exchange - without.exchange, with.total() - without.total(), 1e-9 * with.total());
  }
}

// Three quarters of the panels come from others, each of half of the rows on average, with the block at the top or without;
// the last process has fewer that count.
TEST(OwnTime, IsSpentOnPanelsThatComeMeanwhile) {
  const double received = 0.75 * matrix_bytes / 2 * of_byte;
  for (const RoutineKind kind : factorizations) {
    const double more = own_time([&](const Platform& platform) { return seconds(kind, platform, 1, 4); });
    EXPECT_GT(more / received, 0.65) << family_name(kind);
    EXPECT_LT(more / received, 1.05) << family_name(kind);
  }
}

// Of a matrix as large as the triangle: three quarters of U's rows, with what makes room for them; as much of QR's sums,
// there and back; and of Cholesky's rows.
TEST(OwnTime, IsSpentOnWhatProcessesOfAColumnExchange) {
  const double triangle = matrix_bytes / 2 * of_byte;
  const std::pair<RoutineKind, double> parts[] = {
      {RoutineKind::lu, 0.94}, {RoutineKind::qr, 1.5}, {RoutineKind::cholesky, 0.75}};
  for (const auto& [kind, part] : parts) {
    const double more =
        own_time([kind = kind](const Platform& platform) { return seconds(kind, platform, 4, 1); });
    EXPECT_NEAR(more / (part * triangle), 1, 0.15) << family_name(kind);
  }
}

// Panels that take four times as long as their messages: all processes but one wait for each.
TEST(OwnTime, IsPartOfTheWaitOfAProcessThatHasNothingElseToDo) {
  const auto waiting = [](bool own) {
    Platform platform = four(own, 1e-12, 1e-9);
    platform.rates.columns = 1e-4;
    return platform;
  };
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr})
    EXPECT_DOUBLE_EQ(seconds(kind, waiting(true), 1, 4), seconds(kind, waiting(false), 1, 4))
        << family_name(kind);
}

// To one process, of whose part nothing comes back.
TEST(OwnTime, IsSpentOnAMatrixThatComes) {
  Placement one;
  one.of_rank = {{0, 0}, {-1, -1}, {-1, -1}, {-1, -1}};
  const Placed alone{block_cyclic(order, order, block, block, 1, 1), one};
  const double more = own_time([&](const Platform& platform) {
    return factorization_seconds(platform, shape_of(RoutineKind::lu, order), alone, block, &two_by_two);
  });
  EXPECT_NEAR(more / (0.75 * matrix_bytes * of_byte), 1, 0.05);
}

// From 2 x 2 to 1 x 4 and back: half of what a process has, it has on both.
TEST(OwnTime, IsSpentOnAMatrixThatComesBack) {
  const double one_way = matrix_bytes / 8 * of_byte;
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr}) {
    const auto more = [&](const Placed* caller) {
      return own_time([&](const Platform& platform) { return seconds(kind, platform, 1, 4, caller); });
    };
    EXPECT_NEAR((more(&two_by_two) - more(nullptr)) / (2 * one_way), 1, 0.15) << family_name(kind);
  }
}

}  // namespace
}  // namespace het
