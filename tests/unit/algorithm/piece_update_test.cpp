#include "src/algorithm/factor/lu/piece_update.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace het::test {
namespace {

constexpr Extent k = 3;

// Integers, so that the order of sums does not matter.
std::vector<double> counted(Extent count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * 7 % 11) - 5;
  return values;
}

struct Sizes {
  Extent m, n;
};

class Pieces : public testing::TestWithParam<Sizes> {
 protected:
  const Extent m = GetParam().m, n = GetParam().n, ld = m + 2;
  const std::vector<double> l = counted((m + 2) * k), u = counted(k * n), before = counted((m + 2) * n);
  std::vector<double> c = before;
  Slicing slicing{.least = 8, .most = 40};

  PieceUpdate<double> piece() { return {m, n, k, {l.data(), ld}, {u.data(), k}, {c.data(), ld}}; }
  // C, and the rows between its columns.
  void expect_all_done() const {
    for (Extent j = 0; j < n; ++j)
      for (Extent i = 0; i < ld; ++i) {
        double expected = before[static_cast<std::size_t>(i + j * ld)];
        for (Extent s = 0; s < k && i < m; ++s)
          expected -= l[static_cast<std::size_t>(i + s * ld)] * u[static_cast<std::size_t>(s + j * k)];
        ASSERT_EQ(c[static_cast<std::size_t>(i + j * ld)], expected) << i << ' ' << j;
      }
  }
};

TEST_P(Pieces, AreTheSameWithAnyNumberOfTilesBefore) {
  for (int tiles = 0;; ++tiles) {
    slicing.seconds_per_unit = 1e-9;  // finish() measures it, on a busy machine too slow for any tile
    c = before;
    PieceUpdate<double> update = piece();
    for (int i = 0; i < tiles; ++i) update.tile(20e-6, slicing);
    const bool by_tiles_alone = update.done();
    update.finish(slicing, [] {});
    EXPECT_TRUE(update.done());
    expect_all_done();
    if (by_tiles_alone) break;
    ASSERT_LT(tiles, 1000);
  }
}

TEST_P(Pieces, HaveNoTilesOfUnknownSpeed) {
  slicing.seconds_per_unit = 0;
  EXPECT_EQ(piece().tile(1, slicing), 0);
  EXPECT_EQ(c, before);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Pieces,
                         testing::Values(Sizes{1, 1}, Sizes{200, 70}, Sizes{33, 129}, Sizes{64, 64},
                                         Sizes{0, 5}, Sizes{5, 0}));

// An element takes 6 ns.
TEST(PieceUpdate, ATileIsAsLongAsItsSeconds) {
  const std::vector<double> l(1000 * k, 1), u(k * 100, 1);
  std::vector<double> c(1000 * 100);
  Slicing slicing;
  slicing.seconds_per_unit = 1e-9;
  PieceUpdate<double> update(1000, 100, k, {l.data(), 1000}, {u.data(), k}, {c.data(), 1000});
  EXPECT_EQ(update.tile(0.3e-6, slicing), 0) << "too short for 8 x 8";
  update.tile(40e-6, slicing);
  EXPECT_EQ(c[103], -3);
  EXPECT_EQ(c[104], 0) << "6667 elements in 64 columns and eights of rows";
  EXPECT_EQ(c[63 * 1000 + 103], -3);
  EXPECT_EQ(c[64 * 1000], 0);
}

}  // namespace
}  // namespace het::test
