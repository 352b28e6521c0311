// One wire for all messages: each takes its bytes of it, whoever sends.
#include <gtest/gtest.h>

#include "src/model/move/move_costs.hpp"
#include "src/model/routine_model.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

constexpr double byte = 1e-6;

// Of equal processes, links alone cost.
Platform network(int processes, bool shared) {
  Platform platform{std::vector<double>(static_cast<std::size_t>(processes), 1.0), 0, {byte, 0}};
  platform.seconds_per_copied_byte = 0;
  platform.shared_medium = shared;
  return platform;
}

double on(bool shared, RoutineKind kind, Extent n, int p, int q) {
  const Distribution matrix = block_cyclic(n, n, 100, 100, p, q);
  const CallShape shape = test::shape_of(kind, n);
  return predicted_seconds(network(p * q, shared), shape, {matrix, Placement::row_major(p, q)}, 100);
}

TEST(SharedMedium, AMoveTakesWhatAllRanksSend) {
  // Each of four ranks keeps a quarter of its quarter.
  const Distribution rows = block_cyclic(400, 400, 100, 400, 4, 1),
                     cols = block_cyclic(400, 400, 400, 100, 1, 4);
  const Placement down = Placement::row_major(4, 1), across = Placement::row_major(1, 4);
  const double one = 0.75 * 8 * 100 * 400 * byte;
  EXPECT_DOUBLE_EQ(move_costs(network(4, false), 8, {rows, down}, {cols, across}).seconds, one);
  EXPECT_DOUBLE_EQ(move_costs(network(4, true), 8, {rows, down}, {cols, across}).seconds, 4 * one);
}

TEST(SharedMedium, AProductTakesWhatAllRanksReceive) {
  // Two others have half of what each of four needs of A and of B, 200 x 400 and 400 x 200.
  const double all = 4 * 8.0 * 2 * 200 * 200 * byte;
  EXPECT_NEAR(on(true, RoutineKind::gemm, 400, 2, 2), all, 1e-9);
  EXPECT_LT(on(false, RoutineKind::gemm, 400, 2, 2), all / 2);
}

TEST(SharedMedium, PanelsFollowEachOtherOnTheWire) {
  // To three others each: 400, 300 and 200 rows and the triangle of T, the last one to nobody; then to those with
  // columns.
  const double panels = 8.0 * 100 * (3 * 500 + 2 * 400 + 1 * 300) * byte;
  EXPECT_NEAR(on(true, RoutineKind::qr, 400, 1, 4), panels, 1e-6 * panels);
  EXPECT_LE(on(false, RoutineKind::qr, 400, 1, 4), panels);
  // Rows of the grid send at the same time, each half of a panel.
  for (const RoutineKind kind : test::factorizations)
    EXPECT_GT(on(true, kind, 1600, 2, 4), 1.6 * on(false, kind, 1600, 2, 4)) << family_name(kind);
}

// On one process column all send at the same time: rounds of the panels, sums of the next panel's columns before it and of the
// others behind it. None of that is counted twice.
TEST(SharedMedium, SumsOfAProcessColumnTakeWhatAllOfItSend) {
  for (const int p : {2, 3, 5}) {
    const double wire = on(true, RoutineKind::qr, 1600, p, 1);
    EXPECT_NEAR(wire, p * on(false, RoutineKind::qr, 1600, p, 1), 0.001 * wire) << p;
  }
}

TEST(SharedMedium, RowsForColumnsAreSentToAllOthersOnce) {
  // One process column of four with a block each: blocks below the panel's diagonal, to three others; and the factors.
  const double block = 8 * 100 * 100 * byte, rows = 3 * (3 + 2 + 1) * block;
  const double seconds = on(true, RoutineKind::cholesky, 400, 4, 1);
  EXPECT_GE(seconds, rows);
  EXPECT_LE(seconds, 1.001 * (rows + 3 * 4 * block));
}

}  // namespace
}  // namespace het
