#include "src/base/index.hpp"

#include <gtest/gtest.h>

#include <concepts>

namespace het {
namespace {

template <class A, class B>
concept Comparable = requires(A a, B b) {
  a < b;
};
template <class A, class B>
concept Subtractable = requires(A a, B b) {
  a - b;
};

// The point of the types: what must not compile does not.
static_assert(Comparable<LocalIndex, LocalIndex>);
static_assert(!Comparable<LocalIndex, GlobalIndex>);
static_assert(!Comparable<BlockIndex, GlobalIndex>);
static_assert(!Subtractable<LocalIndex, GlobalIndex>);
static_assert(!std::convertible_to<Extent, GlobalIndex>);
static_assert(!std::constructible_from<ProcessCoord, BlockIndex>);

TEST(Index, DifferencesAreExtents) {
  EXPECT_EQ(GlobalIndex(7) - GlobalIndex(3), Extent{4});
  EXPECT_EQ(GlobalIndex(7) - 3, GlobalIndex(4));
  EXPECT_EQ(GlobalIndex(7) + 3, GlobalIndex(10));
}

TEST(CeilDiv, RoundsUp) {
  EXPECT_EQ(ceil_div(0, 4), 0);
  EXPECT_EQ(ceil_div(1, 4), 1);
  EXPECT_EQ(ceil_div(8, 4), 2);
  EXPECT_EQ(ceil_div(9, 4), 3);
}

TEST(PartBegin, CutsIntoPartsThatAreEqualUpToOne) {
  EXPECT_EQ(part_begin(10, 20, 0, 3), 10);
  EXPECT_EQ(part_begin(10, 20, 1, 3), 13);
  EXPECT_EQ(part_begin(10, 20, 2, 3), 16);
  EXPECT_EQ(part_begin(10, 20, 3, 3), 20);
}

}  // namespace
}  // namespace het
