#include "src/model/factor/walk/moves/moved_strips.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "src/model/factor/walk/factor_walk.hpp"
#include "tests/unit/model/as_simulated.hpp"

namespace het {

static bool operator==(const StripMessages::Part& one, const StripMessages::Part& other) {
  return one.from == other.from && one.to == other.to && one.bytes == other.bytes;
}
static void PrintTo(const StripMessages::Part& part, std::ostream* out) {
  *out << part.from << " to " << part.to << ": " << part.bytes;
}

namespace {

using Parts = std::vector<StripMessages::Part>;

// Three blocks of rows, of which the first process has the first and the last, become two blocks of columns.
class RowsBecomeColumns : public ::testing::Test {
 protected:
  static constexpr Extent width = 64, m = 3 * width, n = 2 * width;
  static constexpr double block = 8 * width * width;
  MovedStrips moved(RoutineKind kind, Extent rows) const {
    const Distribution before = block_cyclic(rows, n, width, width, 2, 1),
                       after = block_cyclic(rows, n, width, width, 1, 2);
    const Placement high = Placement::row_major(2, 1), wide = Placement::row_major(1, 2);
    return {CallShape::factorization(kind, rows, n, 2, 8), {before, high}, {after, wide}};
  }
};

TEST_F(RowsBecomeColumns, EachStripComesWhole) {
  const MovedStrips strips = moved(RoutineKind::lu, m);
  ASSERT_EQ(strips.in.size(), 2);
  EXPECT_EQ(strips.in[0].parts, (Parts{{0, 0, 2 * block}, {1, 0, block}}));
  EXPECT_EQ(strips.in[1].parts, (Parts{{0, 1, 2 * block}, {1, 1, block}}));
  for (const StripMessages& strip : strips.in) EXPECT_EQ(strip.ready, 0);
}

TEST_F(RowsBecomeColumns, RowsRightOfTheDiagonalGoBackFirst) {
  const MovedStrips strips = moved(RoutineKind::qr, m);
  ASSERT_EQ(strips.back.size(), 3);  // there is nothing right of the last columns
  EXPECT_EQ(strips.back[0].parts, (Parts{{1, 0, block}}));
  EXPECT_EQ(strips.back[1].parts, (Parts{{0, 0, 2 * block}, {0, 1, block}}));
  EXPECT_EQ(strips.back[2].parts, (Parts{{1, 0, block}, {1, 1, block}}));
  for (std::size_t s = 0; s < 3; ++s)
    EXPECT_EQ(strips.back[s].ready, static_cast<Extent>(s / 2 + 1) * width) << s;
}

TEST_F(RowsBecomeColumns, OfATriangleNothingAboveTheDiagonalBlocks) {
  const MovedStrips strips = moved(RoutineKind::cholesky, n);
  for (const auto* const way : {&strips.in, &strips.back}) ASSERT_EQ(way->size(), 2);
  EXPECT_EQ(strips.in[0].parts, (Parts{{0, 0, block}, {1, 0, block}}));
  EXPECT_EQ(strips.in[1].parts, (Parts{{1, 1, block}}));
  EXPECT_EQ(strips.back[0].parts, (Parts{{0, 0, block}, {0, 1, block}}));
  EXPECT_EQ(strips.back[1].parts, (Parts{{1, 1, block}}));
}

// When strips are over at each rank, from the last release on; a message takes a second, whatever its bytes.
class StripsUnderWay : public ::testing::Test {
 protected:
  // To a microsecond: bytes take next to no time, but not none.
  static double rounded(double seconds) { return std::round(1e6 * seconds) / 1e6; }
  // From when on so many columns are factored.
  struct Release {
    double at;
    Extent columns;
  };
  Program moves(Walk& walk, int rank, StripProgram& strips) {
    for (const auto& [at, columns] : releases) {
      co_await walk.work(rank, at - walk.now());
      strips.release(columns);
    }
    for (std::size_t strip = 1; strip <= queue.size(); ++strip) {
      co_await walk.wait(rank, [&] { return strips.over() >= strip; });
      over[static_cast<std::size_t>(rank)].push_back(rounded(walk.now()));
    }
  }
  double seconds(StripProgram::Traffic traffic) {
    platform = test::as_simulated({std::vector<double>(4, 1), 0, {0, 1}});
    Walk walk(platform, 0);
    std::deque<StripProgram> ranks;
    over.assign(4, {});
    for (int rank = 0; rank < 4; ++rank) {
      ranks.emplace_back(walk, platform, rank, queue, traffic);
      walk.start(moves(walk, rank, ranks.back()));
    }
    return rounded(walk.run().value());
  }
  static constexpr Extent chunk = 100'000;
  Platform platform;
  std::vector<Release> releases{{0, 0}};
  std::vector<StripMessages> queue;
  std::vector<std::vector<double>> over;  // of each rank
};

TEST_F(StripsUnderWay, SoManyAtATimeComeIn) {
  queue.assign(5, {0, {{0, 1, 1e5}}});
  EXPECT_DOUBLE_EQ(seconds({0, 16, chunk, false}), 1);
  EXPECT_DOUBLE_EQ(seconds({0, 3, chunk, false}), 2);
  EXPECT_EQ(over[1], (std::vector<double>{1, 1, 1, 2, 2}));
}

TEST_F(StripsUnderWay, TwoAtATimeAreSentBack) {
  queue.assign(5, {0, {{0, 1, 1e5}}});
  EXPECT_DOUBLE_EQ(seconds({0, 16, chunk, true}), 3);
  EXPECT_EQ(over[0], (std::vector<double>{1, 1, 2, 2, 3}));
  EXPECT_EQ(over[1], over[0]);
  // Beside those that a rank only gets.
  queue[2].parts = {{2, 0, 1e5}};
  queue.resize(3);
  EXPECT_DOUBLE_EQ(seconds({0, 16, chunk, true}), 1);
}

TEST_F(StripsUnderWay, OfAStripOneMessageAfterTheOtherIsSentBack) {
  // To the next rank first.
  queue = {{0, {{2, 0, 1e5}, {2, 1, 1e5}, {2, 3, 2e5}}}};
  EXPECT_DOUBLE_EQ(seconds({0, 16, chunk, false}), 1);
  EXPECT_DOUBLE_EQ(seconds({0, 16, chunk, true}), 4);
  EXPECT_DOUBLE_EQ(over[3].back(), 2);  // two chunks
  EXPECT_DOUBLE_EQ(over[0].back(), 3);
  EXPECT_DOUBLE_EQ(over[1].back(), 4);
}

TEST_F(StripsUnderWay, NoneOvertakesThoseInFrontOfIt) {
  queue = {{20, {{0, 1, 1e5}}}, {10, {{0, 2, 1e5}}}, {30, {{0, 3, 1e5}}}};
  releases = {{1, 10}, {1.25, 20}, {1.5, 30}};
  for (const bool one_by_one : {false, true}) {
    seconds({0, 16, chunk, one_by_one});
    EXPECT_EQ(over[1], (std::vector<double>{2.25, 2.25, 2.25}));
    EXPECT_EQ(over[2], (std::vector<double>{1.5, 2.25, 2.25}));
    // The third of those that are sent one by one begins when the first has left.
    EXPECT_EQ(over[3], (std::vector<double>{1.5, 1.5, one_by_one ? 3.25 : 2.5}));
  }
}

// A matrix of one process, which another one factors.
class FactoredElsewhere : public ::testing::Test {
 protected:
  static constexpr Extent n = 512;  // eight strips
  static constexpr double strips = 8, bytes = 8. * n * n;
  double seconds(RoutineKind kind) const {
    const Distribution matrix = block_cyclic(n, n, 64, 64, 1, 1);
    const Placement here{{{0, 0}, {}}}, there{{{}, {0, 0}}};
    const Placed caller{matrix, there};
    return walked_factorization_seconds(platform, CallShape::factorization(kind, n, n, 2, 8), {matrix, here},
                                        64, &caller)
        .value();
  }
  Platform platform = test::as_simulated({{1, 1}, 0, {0, 0}});
};

TEST_F(FactoredElsewhere, AllComesAndGoesBack) {
  platform.between.seconds_per_byte = 1e-9;
  // Beside it pivots and INFO, and TAU.
  EXPECT_NEAR(seconds(RoutineKind::lu), 1e-9 * (2 * bytes + 8 * (n + 1)), 1e-9);
  EXPECT_NEAR(seconds(RoutineKind::qr), 1e-9 * (2 * bytes + 8 * n), 1e-9);
  // Half of the matrix, and half of the blocks on its diagonal; INFO.
  EXPECT_NEAR(seconds(RoutineKind::cholesky), 1e-9 * (2 * bytes * (1 + 1 / strips) / 2 + 8), 1e-9);
}

TEST_F(FactoredElsewhere, ThreeStripsComeAtATimeAndAllGoBackInTheEnd) {
  platform.between.latency = 1e-3;
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky})
    EXPECT_NEAR(seconds(kind), (3 + 1) * 1e-3, 1e-8) << static_cast<int>(kind);
}

}  // namespace
}  // namespace het
