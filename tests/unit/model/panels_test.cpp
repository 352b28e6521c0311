#include "src/model/factor/panels.hpp"

#include <gtest/gtest.h>

#include "src/model/factor/step/trailing_elements.hpp"
#include "tests/unit/model/as_simulated.hpp"

namespace het {
namespace {

// Ragged edges, a first block of its own size, and more than one period.
Distribution odd_matrix(Extent m, Extent n) {
  return {AxisMap(m, 4, 2, {0, 1, 1, 0, 2}, 3), AxisMap(n, 6, 5, {1, 0, 1}, 2)};
}

TEST(Panels, FollowOwnersAndCutWideRuns) {
  const Panels example({AxisMap::whole(10), AxisMap(10, 2, 2, {0, 0, 0, 1, 0}, 2)}, 128);
  ASSERT_EQ(example.count(), 3u);
  EXPECT_EQ(example[1].begin, 6);
  EXPECT_EQ(example[1].col, 1);
  EXPECT_EQ(example.cols_left(1, 0), 2);
  EXPECT_EQ(example.cols_left(1, 1), 2);

  const Panels cut(odd_matrix(40, 40), 4);
  EXPECT_EQ(cut[0].width(), 2);
  EXPECT_EQ(cut[1].width(), 3);
  EXPECT_EQ(cut[0].col, 1);
  EXPECT_EQ(cut[1].col, 1);
  EXPECT_EQ(cut[2].begin, 5);
}

TEST(Panels, WhatIsLeftIsWhatTheAxesSay) {
  for (const auto& [m, n] : {std::pair<Extent, Extent>{53, 37}, {37, 53}, {40, 40}}) {
    const Distribution matrix = odd_matrix(m, n);
    const Panels panels(matrix, 4);
    Extent covered = 0;
    for (std::size_t s = 0; s <= panels.count(); ++s) {
      const Extent begin = s < panels.count() ? panels[s].begin : std::min(m, n);
      EXPECT_EQ(begin, covered);
      if (s < panels.count()) covered += panels[s].width();
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(panels.rows_left(s, i),
                  matrix.rows.local_size(ProcessCoord(i), GlobalIndex(begin), GlobalIndex(m)));
      for (int j = 0; j < 2; ++j)
        EXPECT_EQ(panels.cols_left(s, j),
                  matrix.cols.local_size(ProcessCoord(j), GlobalIndex(begin), GlobalIndex(n)));
    }
    EXPECT_EQ(covered, std::min(m, n));
  }
}

// Elements right of panel s that process (i, j) owns, below panel s or below the top of their own panel.
double counted(const Distribution& matrix, const Panels& panels, std::size_t s, int i, int j, bool triangle) {
  double count = 0;
  for (std::size_t t = s + 1; t < panels.count(); ++t)
    for (Extent col = panels[t].begin; col < panels[t].end; ++col)
      for (Extent row = panels[triangle ? t : s + 1].begin; row < matrix.rows.extent(); ++row)
        count += matrix.rows.owner(GlobalIndex(row)).value() == i &&
                 matrix.cols.owner(GlobalIndex(col)).value() == j;
  return count;
}

constexpr TrailingElements::Triangle stairs_of_4{.stair = 4, .near_panels = 0};

TEST(Panels, TrailingElementsAreCounted) {
  const Distribution matrix = odd_matrix(41, 41);
  const Panels panels(matrix, 4);
  for (const bool triangle : {false, true}) {
    const TrailingElements::Triangle whole_blocks{.stair = 0, .near_panels = 0};
    TrailingElements trailing(panels, triangle ? &whole_blocks : nullptr, test::full_speed, false);
    for (std::size_t s = 0; s < panels.count(); ++s) {
      trailing.advance_to(s);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 2; ++j)
          EXPECT_EQ(trailing(i, j), counted(matrix, panels, s, i, j, triangle)) << s << ' ' << i << ' ' << j;
    }
  }
}

TEST(Panels, StairsReachHalfTheirWidthAboveTheDiagonal) {
  // One process, 4 panels of 10 columns: right of the first one a triangle of 30 rows, 30^2 / 2 elements and half a
  // stair of 4 columns for each of them.
  const Panels panels(block_cyclic(40, 40, 10, 10, 1, 1), 10);
  TrailingElements trailing(panels, &stairs_of_4, test::full_speed, false);
  trailing.advance_to(0);
  EXPECT_DOUBLE_EQ(trailing(0, 0), 30 * 30 / 2.0 + 2 * 30);
}

// Exactly, because times are divided by it; panels of 7 columns and a last one of 1 add and take away unlike numbers.
TEST(Panels, OfATriangleNothingRemainsInTheEnd) {
  const Panels panels(block_cyclic(400, 400, 7, 7, 1, 1), 7);
  const TrailingElements::Triangle triangle{.stair = 4, .near_panels = 6};
  for (const double half_speed_square : {0.0, 12.3}) {
    const KernelRates rates{.half_speed_square = half_speed_square};
    TrailingElements trailing(panels, &triangle, rates, false);
    for (std::size_t s = 0; s < panels.count(); ++s) trailing.advance_to(s);
    EXPECT_EQ(trailing(0, 0), 0) << half_speed_square;
  }
}

// A triangle of 32 columns down to stairs of 8: products of squares of 16 and of 8 and of the stairs themselves, where those
// of v columns run at v / (v + 12), counted one by one.
TEST(Panels, SmallProductsOfATriangleCountForMoreThanTheirElements) {
  const Panels panels(block_cyclic(64, 64, 32, 32, 1, 1), 32);
  const TrailingElements::Triangle triangle{.stair = 8, .near_panels = 0};
  const auto elements = [&](double half_speed_square) {
    const KernelRates rates{.half_speed_square = half_speed_square};
    TrailingElements trailing(panels, &triangle, rates, false);
    trailing.advance_to(0);
    EXPECT_EQ(trailing.of_next_panel(0), trailing(0, 0)) << "which is all that is left";
    return trailing(0, 0);
  };
  const auto squares = [](double count, double size) { return count * size * size * (size + 12) / size; };
  const double stairs = 4 * 8 * (8 + 12), whole = squares(1, 16) + squares(2, 8) + stairs;
  EXPECT_EQ(elements(12), whole);
  EXPECT_EQ(elements(0), 16 * 16 + 2 * 8 * 8 + 4 * 8 * 8);
}

// Of four panels of 64 columns behind the first, two are near: half of the columns, three quarters of the triangle.
TEST(Panels, NearPanelsOfATriangleAreUpdatedMoreSlowly) {
  const Panels panels(block_cyclic(320, 320, 64, 64, 1, 1), 64);
  const KernelRates rates;
  const auto elements = [&](std::size_t near_panels) {
    const TrailingElements::Triangle triangle{.stair = 8, .near_panels = near_panels};
    TrailingElements trailing(panels, &triangle, rates, false);
    trailing.advance_to(0);
    return std::pair(trailing(0, 0), trailing.of_next_panel(0));
  };
  const auto [wide, next] = elements(0);
  EXPECT_DOUBLE_EQ(elements(2).first, wide * (1 + 0.75 * (rates.narrow(128) - 1)))
      << "two of them go together";
  EXPECT_DOUBLE_EQ(elements(9).first, wide * rates.narrow(128));
  EXPECT_DOUBLE_EQ(elements(2).second, next * rates.narrow(64));
  EXPECT_DOUBLE_EQ(rates.narrow(64), (1 + 20. / 64) / (1 + 20. / 256));
  EXPECT_EQ(rates.narrow(1000), 1);
}

// Panels whose diagonal blocks are on two process rows: together these have what one process would have.
TEST(Panels, StairsOfPanelsOverSeveralProcessRowsAreShared) {
  const Panels alone(block_cyclic(40, 40, 10, 10, 1, 1), 10), shared(block_cyclic(40, 40, 5, 10, 2, 1), 10);
  TrailingElements one(alone, &stairs_of_4, test::full_speed, false),
      two(shared, &stairs_of_4, test::full_speed, false);
  for (std::size_t s = 0; s < 4; ++s) {
    one.advance_to(s);
    two.advance_to(s);
    EXPECT_DOUBLE_EQ(two(0, 0) + two(1, 0), one(0, 0)) << s;
    EXPECT_DOUBLE_EQ(two(0, 0), two(1, 0)) << s;
  }
}

// Processes without diagonal blocks have none. One by one: elements below the diagonal, of the diagonal itself half, and
// half a stair beside each of its elements, in the next panel one that is no wider than that.
TEST(Panels, StairsAreBesideDiagonalBlocksAlone) {
  const Distribution matrix{AxisMap(20, 2, 2, {0, 0, 1}, 2), AxisMap(20, 2, 2, {0, 1, 1, 2}, 3)};
  const auto counted_from = [&](Extent from, Extent to, int i, int j, double stair) {
    double elements = 0;
    for (Extent col = from; col < to; ++col)
      for (Extent row = col; row < 20; ++row)
        if (matrix.rows.owner(GlobalIndex(row)).value() == i &&
            matrix.cols.owner(GlobalIndex(col)).value() == j)
          elements += row > col ? 1 : (1 + stair) / 2;
    return elements;
  };
  const Panels panels(matrix, 2);
  const TrailingElements::Triangle stairs_of_16{.stair = 16, .near_panels = 0};
  TrailingElements trailing(panels, &stairs_of_16, test::full_speed, false);
  for (std::size_t s = 0; s + 1 < panels.count(); ++s) {
    trailing.advance_to(s);
    const Panel& next = panels[s + 1];
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 3; ++j)
        EXPECT_EQ(trailing(i, j), counted_from(next.begin, 20, i, j, 16)) << s << ' ' << i << ' ' << j;
      EXPECT_EQ(trailing.of_next_panel(i), counted_from(next.begin, next.end, i, next.col, 2))
          << s << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace het
