#include "src/distribution/panels/triangle/triangle_blocks.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace het {
namespace {

struct Cut {
  std::vector<TriangleBlock> rectangles, stairs;
};

template <class Top>
Cut cut(Extent begin, Extent end, Extent row_end, const Top& top) {
  Cut cut;
  cut_triangle(
      begin, end, row_end, top, [&](const TriangleBlock& block) { cut.rectangles.push_back(block); },
      [&](const TriangleBlock& block) { cut.stairs.push_back(block); });
  return cut;
}

using Blocks = std::vector<TriangleBlock>;
constexpr auto square = [](Extent col) { return col; };

TEST(TriangleBlocks, AreRectanglesDownToStairs) {
  const Cut parts = cut(0, 48, 60, square);
  EXPECT_EQ(parts.rectangles, (Blocks{{47, 60, 0, 48, true}, {23, 47, 0, 24}}));
  EXPECT_EQ(parts.stairs, (Blocks{{0, 23, 0, 24}, {24, 47, 24, 48}}));
}

TEST(TriangleBlocks, OfRowsBelowTheDiagonalAreOneRectangle) {
  const Cut parts = cut(10, 40, 60, [](Extent) { return Extent{20}; });
  EXPECT_EQ(parts.rectangles, (Blocks{{20, 60, 10, 40, true}}));
  EXPECT_TRUE(parts.stairs.empty());
}

TEST(TriangleBlocks, AreNoneAboveTheDiagonal) {
  const Cut parts = cut(10, 40, 20, [](Extent) { return Extent{20}; });
  EXPECT_TRUE(parts.rectangles.empty() && parts.stairs.empty());
  EXPECT_TRUE(cut(10, 10, 20, square).rectangles.empty());
}

// The last columns have no rows here: no rectangle is of all.
TEST(TriangleBlocks, EndWithTheRows) {
  const Cut parts = cut(0, 48, 30, square);
  EXPECT_EQ(parts.rectangles, (Blocks{{23, 30, 0, 24}}));
  EXPECT_EQ(parts.stairs, (Blocks{{0, 23, 0, 24}, {24, 30, 24, 48}}));
}

TEST(TriangleBlocks, ComeInPiecesOfEqualWidth) {
  const Cut parts = cut(0, 1100, 2000, square);
  Blocks whole;
  for (const TriangleBlock& block : parts.rectangles)
    if (block.whole) whole.push_back(block);
  EXPECT_EQ(whole,
            (Blocks{{365, 2000, 0, 366, true}, {732, 2000, 366, 733, true}, {1099, 2000, 733, 1100, true}}));
}

// Each element below the diagonal and on it once, and above it none but in stairs.
TEST(TriangleBlocks, CoverTheTriangle) {
  constexpr Extent rows = 200, cols = 150;
  const auto top = [](Extent col) { return col * 3 / 2; };
  const Cut parts = cut(0, cols, rows, top);
  std::vector<int> times(rows * cols);
  const auto count = [&](const TriangleBlock& block, bool stairs) {
    for (Extent col = block.begin; col < block.end; ++col)
      for (Extent row = block.row; row < block.row_end; ++row) {
        if (stairs && row < top(col)) continue;
        ++times[static_cast<std::size_t>(row + col * rows)];
      }
  };
  for (const TriangleBlock& block : parts.rectangles) count(block, false);
  for (const TriangleBlock& block : parts.stairs) count(block, true);
  for (Extent col = 0; col < cols; ++col)
    for (Extent row = 0; row < rows; ++row)
      EXPECT_EQ(times[static_cast<std::size_t>(row + col * rows)], row >= top(col) ? 1 : 0)
          << row << ", " << col;
}

}  // namespace
}  // namespace het
