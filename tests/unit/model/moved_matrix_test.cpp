#include "src/model/move/moved_matrix.hpp"

#include <gtest/gtest.h>

#include "src/model/factor/factor_model.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::shape_of;

constexpr Extent n = 1600;

// Links alone cost: a byte a nanosecond.
Platform links(int ranks) {
  Platform platform{std::vector<double>(static_cast<std::size_t>(ranks), 1.0), 0, {1e-9, 0}};
  platform.seconds_per_copied_byte = 0;
  return platform;
}

TEST(MovedMatrix, NothingComesWhereNothingMoves) {
  const Distribution matrix = block_cyclic(n, n, 64, 64, 2, 2);
  const Placed home{matrix, Placement::row_major(2, 2)};
  EXPECT_FALSE(MovedMatrix().moves());
  EXPECT_EQ(MovedMatrix().here(n), 0);
  EXPECT_EQ(MovedMatrix(links(4), shape_of(RoutineKind::lu, n), home, home).all_here(), 0);
}

// Of four processes that each have a row of blocks, all columns in turn, and get a column of them: three quarters of
// each part come from others.
class RowsToColumns : public ::testing::Test {
 protected:
  MovedMatrix moved(RoutineKind kind, const AxisMap& cols) const {
    const Distribution after{AxisMap::block_cyclic(n, 5, 1), cols};
    return {
        links(4), shape_of(kind, n), {rows, Placement::row_major(4, 1)}, {after, Placement::row_major(1, 4)}};
  }
  const Distribution rows = block_cyclic(n, n, 5, 5, 4, 1);
  const AxisMap in_turn = AxisMap::block_cyclic(n, 5, 4), pieces = AxisMap::block_cyclic(n, n / 4, 4);
  const double part = 8.0 * n * n / 4 * 0.75 * 1e-9;  // of a process, of the whole matrix
};

TEST_F(RowsToColumns, ColumnsComeStripByStrip) {
  const MovedMatrix whole = moved(RoutineKind::qr, in_turn);
  EXPECT_NEAR(whole.all_here(), part, 1e-12);
  EXPECT_NEAR(whole.here(1), 3.0 / 16 * part, 1e-12) << "three strips are under way at a time";
  EXPECT_NEAR(whole.here(n / 2), 9.0 / 16 * part, 1e-12);
  EXPECT_EQ(whole.here(n), whole.all_here());
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(whole.link(k), part, 1e-12);
}

// Where each process has a piece of the matrix.
TEST_F(RowsToColumns, PiecesComeTogether) {
  const MovedMatrix whole = moved(RoutineKind::lu, pieces);
  EXPECT_GE(whole.here(1), 0.9 * whole.all_here());
}

// Half of the matrix, most of it in the first columns.
TEST_F(RowsToColumns, OfATriangleTheFirstStripsAreLongest) {
  const MovedMatrix triangle = moved(RoutineKind::cholesky, in_turn);
  EXPECT_NEAR(triangle.all_here(), part / 2, 1e-12);
  EXPECT_NEAR(triangle.here(1), (3.0 / 16 - 9.0 / 512) * part, 1e-12);
  EXPECT_NEAR(triangle.link(0), part / 2, 1e-12);
}

// Each copies what it sends, receives and keeps: 0.75 + 0.75 + 0.25 of its part.
TEST_F(RowsToColumns, CopiesAreOwnTime) {
  Platform copying = links(4);
  copying.seconds_per_copied_byte = 1e-9;
  const Distribution after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const MovedMatrix whole(copying, shape_of(RoutineKind::lu, n), {rows, Placement::row_major(4, 1)},
                          {after, Placement::row_major(1, 4)});
  EXPECT_NEAR(whole.own_of_way_in(2), 1.75 / 0.75 * part, 1e-12);
}

// LU's last interchanges may take less at home than there: then a call takes less than where it lies, and the exchange does.
TEST_F(RowsToColumns, AMoveNeverTakesLessThanNothing) {
  Platform platform = links(4);
  platform.between.seconds_per_byte = 8e-11;
  platform.between.latency = 1e-4;
  const Distribution four = block_cyclic(1000, 1000, 16, 16, 2, 2),
                     line = block_cyclic(1000, 1000, 64, 64, 1, 4);
  const Placed home{line, Placement::row_major(1, 4)}, there{four, Placement::row_major(2, 2)};
  const CallShape lu = shape_of(RoutineKind::lu, 1000);
  const Prediction p = predict_factorization_quickly(platform, lu, there, 16, &home);
  const Prediction stays = predict_factorization_quickly(platform, lu, there, 16);
  EXPECT_LT(p.total(), stays.total());
  EXPECT_EQ(p.move_in, 0);
  EXPECT_EQ(p.move_out, 0);
  EXPECT_NEAR(stays.exchange - p.exchange, stays.total() - p.total(), 1e-12);
  EXPECT_NEAR(p.total(), factorization_seconds(platform, lu, there, 16, &home), 1e-12);
}

TEST(MovedMatrix, MayBeEmpty) {
  const Distribution none = block_cyclic(0, 0, 16, 16, 2, 2);
  const Placed home{none, Placement::row_major(2, 2)};
  for (const RoutineKind kind : test::factorizations)
    EXPECT_EQ(predict_factorization_quickly(links(4), shape_of(kind, 0), home, 16, &home).total(), 0);
}

// Steps begin when their columns are there, and a call ends when all is back: a part of both moves is hidden behind
// computing that takes long. (LU makes its last interchanges at home, which is more than moves.)
TEST_F(RowsToColumns, StepsHideAPartOfTheMoves) {
  Platform platform = links(4);
  platform.rates = test::full_speed;
  const Distribution after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const Placed home{rows, Placement::row_major(4, 1)}, there{after, Placement::row_major(1, 4)};
  for (const RoutineKind kind : {RoutineKind::qr, RoutineKind::cholesky}) {
    const double move = moved(kind, in_turn).all_here();
    const auto moves_of = [&](double seconds_per_flop) {
      platform.seconds_per_flop = seconds_per_flop;
      const Prediction p = predict_factorization_quickly(platform, shape_of(kind, n), there, 64, &home);
      EXPECT_NEAR(p.total(), factorization_seconds(platform, shape_of(kind, n), there, 64, &home), 1e-9);
      EXPECT_NEAR(p.compute(), factorization_seconds(platform, shape_of(kind, n), there, 64), 1e-9);
      EXPECT_GT(p.move_in, 0) << family_name(kind);
      EXPECT_GT(p.move_out, 0) << family_name(kind);
      return p.move_in + p.move_out;
    };
    const double quick = moves_of(1e-13), slow = moves_of(1e-9);
    EXPECT_LT(slow, 1.4 * move) << family_name(kind);
    EXPECT_GT(slow, move / 3) << family_name(kind);
    EXPECT_GT(quick, slow) << family_name(kind);
  }
}

}  // namespace
}  // namespace het
