#include "src/model/move/moved_matrix.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "src/distribution/column_strips.hpp"
#include "src/model/factor/factor_model.hpp"
#include "src/model/move/strip_messages.hpp"
#include "tests/unit/model/as_simulated.hpp"

namespace het {
namespace {

constexpr Extent n = 1600;

// Links alone cost: a byte a nanosecond.
Platform links(int ranks) {
  Platform platform{std::vector<double>(static_cast<std::size_t>(ranks), 1.0), 0, {1e-9, 0}};
  platform.seconds_per_copied_byte = 0;
  return platform;
}
CallShape shape_of(RoutineKind kind) { return CallShape::factorization(kind, n, n, 2, 8); }

TEST(MovedMatrix, NothingComesWhereNothingMoves) {
  const Distribution matrix = block_cyclic(n, n, 64, 64, 2, 2);
  const Placed home{matrix, Placement::row_major(2, 2)};
  EXPECT_FALSE(MovedMatrix().moves());
  EXPECT_EQ(MovedMatrix().here(n), 0);
  const MovedMatrix same(links(4), shape_of(RoutineKind::lu), home, home);
  EXPECT_EQ(same.all_here(), 0);
  EXPECT_EQ(same.strips_back().front().all, 0);
}

// Of four processes that each have a row of blocks, all columns in turn, and get a column of them: three quarters of
// each part come from others.
class RowsToColumns : public ::testing::Test {
 protected:
  MovedMatrix moved(RoutineKind kind, const AxisMap& cols) const {
    const Distribution after{AxisMap::block_cyclic(n, 5, 1), cols};
    return {
        links(4), shape_of(kind), {rows, Placement::row_major(4, 1)}, {after, Placement::row_major(1, 4)}};
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
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(whole.received(k), part, 1e-12);
    EXPECT_NEAR(whole.sent(k), part, 1e-12);
  }
}

// Which is the first process's own column, and its rows, in the first strips; the last one's square in the last.
TEST_F(RowsToColumns, StripsGoBackFromTheDiagonalBlockOn) {
  for (const bool triangle : {false, true}) {
    const MovedMatrix whole = moved(triangle ? RoutineKind::cholesky : RoutineKind::lu, pieces);
    const auto& strips = whole.strips_back();
    ASSERT_EQ(strips.size(), 16u);
    std::vector<double> left(4), come(4);
    double before = 0;
    for (const auto& strip : strips) {
      EXPECT_NEAR(static_cast<double>(strip.over) - before, n / 16, 1);
      before = static_cast<double>(strip.over);
      EXPECT_NEAR(strip.sent[0] + strip.sent[1] + strip.sent[2] + strip.sent[3], strip.all, 1e-12);
      for (std::size_t k = 0; k < 4; ++k) left[k] += strip.sent[k], come[k] += strip.received[k];
    }
    // The strip of 100 columns from the top down, and, but for the triangle, 100 rows of all that is right of it.
    const double element = 8 * 0.75 * 1e-9;
    EXPECT_NEAR(strips[0].sent[0], element * 100 * (n + (triangle ? 0 : 300)), 1e-9);
    EXPECT_NEAR(strips[0].sent[3], element * 100 * (triangle ? 0 : 400), 1e-9);
    EXPECT_NEAR(strips[15].sent[3], element * 100 * 100, 1e-9);
    EXPECT_EQ(strips[15].sent[0], 0);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(left[k], triangle ? element * 100 * (5800 - 1600.0 * static_cast<double>(k)) : part, 1e-12);
      EXPECT_NEAR(come[k], triangle ? element * 340'000 : part, 1e-12);
    }
  }
}

TEST_F(RowsToColumns, ATriangleIsALittleMoreThanHalfTheMatrix) {
  const MovedMatrix triangle = moved(RoutineKind::cholesky, in_turn);
  EXPECT_NEAR(triangle.all_here() / part, 17.0 / 32, 0.015);
  EXPECT_NEAR(triangle.received(2) / part, 17.0 / 32, 0.015);
  EXPECT_NEAR(triangle.here(1) / part, (3 - 3.0 / 16) / 16, 0.002) << "the first strips are the longest";
}

// Each process gets four strips, fifteen travel at a time: the first process has the most of these. The last strip
// comes alone.
TEST_F(RowsToColumns, PiecesComeTogether) {
  const ColumnStrips strips(n);
  ASSERT_EQ(strips.at_a_time(pieces), 15);
  const MovedMatrix triangle = moved(RoutineKind::cholesky, pieces);
  const auto elements_of = [&](Extent first, Extent last) {
    double elements = 0;
    for (Extent s = first; s < last; ++s)
      elements += static_cast<double>((n - strips.begin(s)) * (strips.end(s) - strips.begin(s)));
    return elements;
  };
  EXPECT_NEAR(triangle.here(1), 8 * 0.75 * 1e-9 * elements_of(0, 4), 1e-9);
  EXPECT_NEAR(triangle.all_here(), 8 * 0.75 * 1e-9 * (elements_of(0, 4) + elements_of(15, 16)), 1e-9);
  EXPECT_GT(triangle.received(0), 3 * triangle.received(3));
}

// A process packs what leaves it, unpacks what comes and copies what stays, on either way: 0.75 and 0.75 and 0.25 of what it
// has; of a triangle its part of that; a slow process takes longer.
TEST_F(RowsToColumns, CopiesAreTimeOfTheProcess) {
  Platform copying = links(4);
  copying.cycle_times[2] = 3;
  copying.seconds_per_copied_byte = 1e-10;
  const Distribution after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const Placed from{rows, Placement::row_major(4, 1)}, to{after, Placement::row_major(1, 4)};
  const MovedMatrix whole(copying, shape_of(RoutineKind::lu), from, to),
      triangle(copying, shape_of(RoutineKind::cholesky), from, to);
  const double copies = 8.0 * n * n / 4 * 1.75 * 1e-10;
  for (const std::size_t k : {0, 2}) {
    const double cycle_time = copying.cycle_times[k];
    EXPECT_NEAR(whole.own_of_way_in(k), cycle_time * copies, 1e-12);
    EXPECT_NEAR(whole.own_of_way_back(k), cycle_time * copies, 1e-12);
    EXPECT_NEAR(triangle.own_of_way_in(k) / whole.own_of_way_in(k), 17.0 / 32, 0.015);
  }
}

// What a process sends of a triangle lies where the caller has it: of blocks of 400 rows the last are full, the first nearly
// empty. What comes is as much on all.
TEST_F(RowsToColumns, CopiesOfATriangleAreWhereItLies) {
  Platform copying = links(4);
  copying.seconds_per_copied_byte = 1e-10;
  const Distribution before{AxisMap::block_cyclic(n, 400, 4), AxisMap::block_cyclic(n, 5, 1)},
      after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const MovedMatrix triangle(copying, shape_of(RoutineKind::cholesky), {before, Placement::row_major(4, 1)},
                             {after, Placement::row_major(1, 4)});
  const double all = 8.0 * n * n / 4 * 1e-10, sent[] = {2.5 / 16, 14.5 / 16};  // strips of 100 columns
  for (const std::size_t k : {0, 3})
    EXPECT_NEAR(triangle.own_of_way_in(k) / all, 0.75 * sent[k / 3] + 17.0 / 32, 0.02) << k;
}

// Where nothing else takes time a call takes as long as its copies, there and back.
TEST_F(RowsToColumns, CopiesAreSeenOnceOnEitherWay) {
  Platform copying = links(4);
  copying.between.seconds_per_byte = 1e-14;
  copying.seconds_per_copied_byte = 1e-10;
  const Distribution after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const Placed from{rows, Placement::row_major(4, 1)}, to{after, Placement::row_major(1, 4)};
  const CallShape qr = shape_of(RoutineKind::qr);
  const double moves =
      factorization_seconds(copying, qr, to, 64, &from) - factorization_seconds(copying, qr, to, 64);
  EXPECT_NEAR(moves / move_seconds(copying, 8, from, to), 2, 0.05);
}

// One wire carries all of it before a panel.
TEST_F(RowsToColumns, AWireIsBusyWithAllOfIt) {
  Platform wire = links(4);
  wire.shared_medium = true;
  const Distribution after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const MovedMatrix whole(wire, shape_of(RoutineKind::lu), {rows, Placement::row_major(4, 1)},
                          {after, Placement::row_major(1, 4)});
  EXPECT_NEAR(whole.all_here(), 4 * part, 1e-12);
  double back = 0;
  for (const auto& strip : whole.strips_back()) back += strip.all;
  EXPECT_NEAR(back, 4 * part, 1e-12) << "the same bytes go back, once";
}

// Of 16 strips each process sends a part to all four, and has one of all four, three strips at a time; of pieces to
// one and of one, all but one strip.
TEST_F(RowsToColumns, EachMessageOfAStripTakesTimeOfItsOwn) {
  Platform platform = links(4);
  platform.between.message_overhead = 1e-6;
  const Placed before{rows, Placement::row_major(4, 1)};
  for (const auto& [cols, each, together] : {std::tuple{in_turn, 64.0, 12.0}, {pieces, 16.0, 15.0}}) {
    const Distribution matrix{AxisMap::block_cyclic(n, 5, 1), cols};
    const Placed after{matrix, Placement::row_major(1, 4)};
    for (const StripMessages& messages : strip_messages(ColumnStrips(n), before, after)) {
      EXPECT_EQ(messages.sent, each);
      EXPECT_EQ(messages.received, each);
    }
    const MovedMatrix moved(platform, shape_of(RoutineKind::lu), before, after);
    EXPECT_NEAR(moved.own_of_way_in(1), 2 * each * 0.75 * 1e-6, 1e-12) << "a quarter stays";
    EXPECT_NEAR(moved.own_of_way_back(1), moved.own_of_way_in(1), 1e-12);
    EXPECT_NEAR(moved.messages_together(1), together, 1e-12);
  }
}

// Of a wide matrix the columns behind the last panel are final with it: all goes back.
TEST(MovedMatrix, AllOfAWideMatrixGoesBack) {
  const Extent m = n / 2;
  const Distribution before = block_cyclic(m, n, 5, 5, 4, 1),
                     after{AxisMap::block_cyclic(m, 5, 1), AxisMap::block_cyclic(n, 5, 4)};
  const MovedMatrix wide(links(4), CallShape::factorization(RoutineKind::lu, m, n, 2, 8),
                         {before, Placement::row_major(4, 1)}, {after, Placement::row_major(1, 4)});
  double back = 0;
  for (const auto& strip : wide.strips_back()) {
    EXPECT_LE(strip.over, m) << "no panel ends behind it";
    back += strip.all;
  }
  EXPECT_NEAR(back, 8.0 * static_cast<double>(m * n) * 0.75 * 1e-9, 1e-12);
}

// Where bytes cost nothing messages do.
TEST_F(RowsToColumns, MessagesAloneTakeTheirTime) {
  Platform quick = links(4);
  quick.between.seconds_per_byte = 0;
  quick.between.latency = 1e-3;
  const Distribution after{AxisMap::block_cyclic(n, 5, 1), in_turn};
  const Placed from{rows, Placement::row_major(4, 1)}, to{after, Placement::row_major(1, 4)};
  EXPECT_DOUBLE_EQ(MovedMatrix(quick, shape_of(RoutineKind::lu), from, to).all_here(),
                   move_seconds(quick, 8, from, to));
}

// LU's last interchanges may take less at home than there: then a call takes less than where it lies, and the exchange does.
TEST_F(RowsToColumns, AMoveNeverTakesLessThanNothing) {
  Platform platform = links(4);
  platform.between.seconds_per_byte = 8e-11;
  platform.between.latency = 1e-4;
  const Distribution four = block_cyclic(1000, 1000, 16, 16, 2, 2),
                     line = block_cyclic(1000, 1000, 64, 64, 1, 4);
  const Placed home{line, Placement::row_major(1, 4)}, there{four, Placement::row_major(2, 2)};
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 1000, 1000, 2, 8);
  const Prediction p = predict_factorization_quickly(platform, lu, there, 16, &home);
  EXPECT_GE(p.move_in, 0);
  EXPECT_GE(p.move_out, 0);
  EXPECT_LT(p.exchange, predict_factorization_quickly(platform, lu, there, 16).exchange);
  EXPECT_NEAR(p.total(), factorization_seconds(platform, lu, there, 16, &home), 1e-12);
}

TEST(MovedMatrix, MayBeEmpty) {
  const Distribution none = block_cyclic(0, 0, 16, 16, 2, 2);
  const Placed home{none, Placement::row_major(2, 2)};
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky})
    EXPECT_EQ(
        predict_factorization_quickly(links(4), CallShape::factorization(kind, 0, 0, 2, 8), home, 16, &home)
            .total(),
        0);
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
      const Prediction p = predict_factorization_quickly(platform, shape_of(kind), there, 64, &home);
      EXPECT_NEAR(p.total(), factorization_seconds(platform, shape_of(kind), there, 64, &home), 1e-9);
      EXPECT_NEAR(p.compute(), factorization_seconds(platform, shape_of(kind), there, 64), 1e-9);
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
