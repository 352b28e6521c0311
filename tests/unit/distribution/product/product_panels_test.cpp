#include "src/distribution/panels/product/product_panels.hpp"

#include <gtest/gtest.h>

#include "src/distribution/panels/product/last_pieces.hpp"

namespace het {
namespace {

constexpr Extent m = 900, n = 800;

// A, B and C on p x q processes, and what of A differs from that.
struct ProductCase {
  int p, q;
  Extent k = 1000, nb_of_a = 64, nb_of_b = 64;
  int source_of_a = 0;
  bool transposed = false, elsewhere = false;
  Extent bytes = Extent{64} << 20;
};
ProductPanels panels_of(const ProductCase& x) {
  const Distribution c = block_cyclic(m, n, 64, 64, x.p, x.q),
                     a = block_cyclic(m, x.k, 64, x.nb_of_a, x.p, x.q, x.source_of_a),
                     b = block_cyclic(x.k, n, x.nb_of_b, 64, x.p, x.q);
  const Placement grid = Placement::row_major(x.p, x.q);
  Placement of_a = grid;
  if (x.elsewhere) std::swap(of_a.of_rank.front(), of_a.of_rank.back());
  const GlobalIndex begin(0);
  return product_panels({.bytes = x.bytes},
                        {{{&a.rows, begin}, {&a.cols, begin}, of_a, x.transposed},
                         {{&b.cols, begin}, {&b.rows, begin}, grid},
                         c.rows,
                         c.cols,
                         grid,
                         x.k},
                        8);
}
void expect_pieces(const ProductCase& x, Extent count, Extent round, bool of_both) {
  const PanelPieces pieces = panels_of(x).pieces;
  EXPECT_EQ(pieces.count, count) << x.p << " x " << x.q;
  EXPECT_EQ(pieces.round, round) << x.p << " x " << x.q;
  EXPECT_EQ(pieces.of_both, of_both) << x.p << " x " << x.q;
}

TEST(ProductPanels, BlocksThatComeRoundTogetherAreMultipliedWhereTheyLie) {
  expect_pieces({2, 2}, 2, 128, true);
  expect_pieces({3, 3}, 3, 192, true);
  expect_pieces({2, 4}, 4, 256, false);
  expect_pieces({4, 2}, 4, 256, false);
  expect_pieces({1, 3}, 3, 192, false);
  expect_pieces({2, 3}, 1, 1, false);
}

TEST(ProductPanels, AsManyBlocksAsPairsOfOwnersLieByThemselves) {
  expect_pieces({2, 3, 6 * 64}, 6, 384, true);
  expect_pieces({2, 3, 7 * 64}, 1, 1, false);
  expect_pieces({3, 3, 2 * 64}, 2, 128, true);
}

TEST(ProductPanels, AnOperandThatLiesOtherwiseThanCIsCopied) {
  expect_pieces({.p = 2, .q = 2, .transposed = true}, 2, 128, false);
  expect_pieces({.p = 2, .q = 2, .elsewhere = true}, 2, 128, false);
  expect_pieces({.p = 2, .q = 2, .source_of_a = 1}, 2, 128, false);
  // With other blocks, pieces follow each other in neither.
  expect_pieces({.p = 2, .q = 2, .nb_of_a = 48}, 1, 1, false);
  expect_pieces({.p = 1, .q = 3, .nb_of_b = 48}, 3, 1, false);
}

TEST(ProductPanels, OneProcessMultipliesAllAtOnce) {
  const PanelStreamShape shape = panels_of({.p = 1, .q = 1, .bytes = 1}).shape;
  EXPECT_EQ(shape.steps, 1);
  EXPECT_EQ(shape.width, 1000);
  EXPECT_EQ(panels_of({.p = 1, .q = 1, .k = 0}).shape.length(0), 0);
}

// Three panels of each operand on the process with most of C: 452 rows and 416 columns.
TEST(ProductPanels, PanelsAreAsWideAsMemoryPermits) {
  EXPECT_EQ(panels_of({.p = 2, .q = 2, .bytes = 3 * 868 * 8 * 20}).shape.width, 20);
}

// As in the comment.
TEST(LastPieces, HaveEnoughColumnsEach) {
  const AxisMap dealt = AxisMap::block_cyclic(1000, 8, 4), whole = AxisMap::whole(1000);
  const auto ends = last_product_pieces(dealt, ProcessCoord(1), 15);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0].col, 533);
  EXPECT_EQ(ends[0].local, dealt.local_begin(GlobalIndex(533), ProcessCoord(1)).value());
  EXPECT_GE(ends[0].local, 128);
  EXPECT_EQ(ends[1].col, 1000);
  EXPECT_EQ(ends[1].local, 248);
  EXPECT_EQ(last_product_pieces(whole, ProcessCoord(0), 15).size(), 8u)
      << "two strips each, and the last one";
  EXPECT_EQ(last_product_pieces(dealt, ProcessCoord(3), 1).size(), 1u);
}

}  // namespace
}  // namespace het
