#include "src/distribution/panels/ring.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

using Places = std::vector<int>;

TEST(Ring, BeginsWithThePanelsOwner) {
  const std::vector<Extent> columns{4, 4, 6};
  EXPECT_EQ(ring(RingOrder::of_grid, {1, 2, 0}, 0, columns), (Places{1, 2, 0}));
  EXPECT_EQ(ring(RingOrder::next_first, {1, 2, 0}, 0, columns), (Places{1, 0, 2}));
  EXPECT_EQ(ring(RingOrder::next_and_biggest_first, {1, 2, 0}, 0, columns), (Places{1, 0, 2}));
}

TEST(Ring, GoesOnToTheOnesWithTheMostColumnsAndKeepsTheGridsOrderAmongEqualOnes) {
  const std::vector<Extent> columns{2, 9, 5, 1, 5};
  const Places cols{3, 4, 0, 1, 2};
  EXPECT_EQ(ring(RingOrder::next_and_biggest_first, cols, 0, columns), (Places{3, 0, 1, 4, 2}));
  EXPECT_EQ(ring(RingOrder::next_first, cols, 1, columns), (Places{3, 1, 4, 0, 2}));
}

TEST(Ring, ReachesThoseWithHalfAsManyBeforeThoseWithFew) {
  EXPECT_EQ(ring(RingOrder::next_and_biggest_first, {3, 4, 0, 1, 2}, 0, {2, 9, 5, 1, 2}),
            (Places{3, 0, 1, 2, 4}));
}

// Equal shares of 31 blocks for six process columns: one has a block more.
TEST(Ring, DoesNotCountABlockMoreOrLess) {
  const std::vector<Extent> columns{320, 320, 384, 320, 320, 320};
  EXPECT_EQ(ring(RingOrder::next_and_biggest_first, {4, 5, 0, 1, 2, 3}, 5, columns),
            (Places{4, 5, 0, 1, 2, 3}));
}

// The owner of the next panel is this panel's, or takes no part, or there is nobody else.
TEST(Ring, NeedsNoNextOwnerBehindTheFirst) {
  const std::vector<Extent> columns{2, 9, 5};
  EXPECT_EQ(ring(RingOrder::next_and_biggest_first, {0, 1, 2}, 0, columns), (Places{0, 1, 2}));
  EXPECT_EQ(ring(RingOrder::next_first, {0, 2}, 1, columns), (Places{0, 2}));
  EXPECT_EQ(ring(RingOrder::next_first, {2}, 2, columns), (Places{2}));
}

TEST(RingChunks, AreAsManyAsKeepALongRingBusy) {
  constexpr Extent kib = 1024;
  EXPECT_EQ(ring_chunks(0, 2), 0);
  EXPECT_EQ(ring_chunks(96 * kib, 3), 1);
  EXPECT_EQ(ring_chunks(96 * kib + 1, 3), 2);
  EXPECT_EQ(ring_chunks(96 * kib, 4), 3);     // of at least 32 KiB
  EXPECT_EQ(ring_chunks(1024 * kib, 4), 11);  // of at most 96 KiB
  EXPECT_EQ(ring_chunks(1024 * kib, 64), 32);
  EXPECT_EQ(ring_chunks(31 * kib, 64), 1);
}

}  // namespace
}  // namespace het
