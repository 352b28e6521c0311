#include "src/distribution/schedule.hpp"

#include <gtest/gtest.h>

#include <map>

#include "src/base/error.hpp"
#include "tests/unit/distribution/maps.hpp"

namespace het {
namespace {

Placement shuffled(int p, int q, int ranks) {
  Placement placement;
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  for (int k = 0; k < p * q; ++k)
    placement.of_rank[static_cast<std::size_t>((k * 5 + 3) % ranks)] = {k / q, k % q};
  return placement;
}

// Follows every message of every rank and counts what arrives where.
void expect_every_element_once(const MatrixPart& x, const MatrixPart& y, Extent m, Extent n,
                               bool transposed) {
  const Schedule schedule(x, y, m, n, transposed);
  std::map<std::pair<Extent, Extent>, int> arrivals;
  Extent sent = 0, received = 0;
  const int ranks = x.placement->ranks();
  for (int rank = 0; rank < ranks; ++rank) {
    const auto mine = schedule.for_rank(rank);
    for (const auto* list : {&mine.self, &mine.receives})
      for (const Transfer& t : *list) {
        const auto from = (*x.placement)[t.peer], to = (*y.placement)[rank];
        for (const Run& row : *t.rows)
          for (const Run& col : *t.cols)
            for (Extent a = 0; a < row.length; ++a)
              for (Extent b = 0; b < col.length; ++b) {
                const Extent i =
                    x.distribution->rows.global_index(row.source + a, ProcessCoord(from.row)) - x.i;
                const Extent j =
                    x.distribution->cols.global_index(col.source + b, ProcessCoord(from.col)) - x.j;
                const LocalIndex ti = transposed ? col.target + b : row.target + a;
                const LocalIndex tj = transposed ? row.target + a : col.target + b;
                ASSERT_EQ(y.distribution->rows.global_index(ti, ProcessCoord(to.row)) - y.i,
                          transposed ? j : i);
                ASSERT_EQ(y.distribution->cols.global_index(tj, ProcessCoord(to.col)) - y.j,
                          transposed ? i : j);
                ++arrivals[{i, j}];
              }
      }
    for (const Transfer& t : mine.sends) {
      ASSERT_NE(t.peer, rank);
      sent += t.elements();
    }
    for (const Transfer& t : mine.receives) received += t.elements();
    for (std::size_t s = 1; s < mine.sends.size(); ++s)
      ASSERT_LT((mine.sends[s - 1].peer - rank + ranks) % ranks, (mine.sends[s].peer - rank + ranks) % ranks);
  }
  ASSERT_EQ(sent, received);
  ASSERT_EQ(static_cast<Extent>(arrivals.size()), m * n);
  for (const auto& [at, times] : arrivals) ASSERT_EQ(times, 1);
}

TEST(Schedule, MovesEveryElementOnceBetweenAnyTwoDistributions) {
  const auto row_maps = test::maps_of(13), col_maps = test::maps_of(11), big = test::maps_of(17);
  for (std::size_t a = 0; a < row_maps.size(); ++a)
    for (std::size_t b = 0; b < big.size(); ++b)
      for (const bool transposed : {false, true}) {
        const Distribution x{row_maps[a], col_maps[b]}, y{big[b], big[(a + b) % big.size()]};
        const Placement px = shuffled(x.p(), x.q(), 11), py = Placement(shuffled(y.p(), y.q(), 11));
        expect_every_element_once({&x, &px, GlobalIndex(2), GlobalIndex(1)},
                                  {&y, &py, GlobalIndex(3), GlobalIndex(0)}, 10, 9, transposed);
      }
}

TEST(Schedule, ServesEveryCopyOfAReplicatedPart) {
  const Distribution x = block_cyclic(12, 12, 2, 2, 2, 2);
  const Distribution panel{AxisMap::block_cyclic(12, 3, 2), AxisMap::whole(4)};
  const Placement grid = Placement::row_major(2, 2), rows = Placement::along_rows(grid);
  const Schedule schedule({&x, &grid, GlobalIndex(0), GlobalIndex(4)},
                          {&panel, &rows, GlobalIndex(0), GlobalIndex(0)}, 12, 4);
  for (int rank = 0; rank < 4; ++rank) {
    const auto mine = schedule.for_rank(rank);
    Extent arriving = 0;
    for (const auto* list : {&mine.self, &mine.receives})
      for (const Transfer& t : *list) arriving += t.elements();
    EXPECT_EQ(arriving, panel.rows.local_size(ProcessCoord(grid[rank].row)) * 4);
  }
}

TEST(Placement, KnowsTheRankAtEachPlace) {
  EXPECT_EQ(place_of(1, 0, 3), 3);
  EXPECT_EQ((Placement{{{1, 1}, {}, {0, 0}, {1, 0}}}).by_place(2, 2), (std::vector{2, -1, 3, 0}));
}

TEST(Placement, ThoseOnTheGridShareTheTelling) {
  Placement some;
  for (const bool on_grid : {false, true, false, false, true, false, false})
    some.of_rank.push_back(on_grid ? Placement::Coord{0, 0} : Placement::Coord{});
  EXPECT_EQ(some.tellers(), (std::vector{1, 1, 4, 1, 4, 4, 1}));
  EXPECT_EQ(Placement::row_major(1, 3).tellers(), (std::vector{0, 1, 2}));
  some.of_rank.assign(2, {});
  EXPECT_THROW(some.tellers(), Error);
}

TEST(Schedule, RefusesPlacementsOnDifferentNumbersOfRanks) {
  const Distribution x = block_cyclic(4, 4, 2, 2, 2, 2);
  const Placement four = Placement::row_major(2, 2), five = shuffled(2, 2, 5);
  const GlobalIndex zero(0);
  EXPECT_THROW(Schedule({&x, &four, zero, zero}, {&x, &five, zero, zero}, 4, 4), Error);
}

}  // namespace
}  // namespace het
