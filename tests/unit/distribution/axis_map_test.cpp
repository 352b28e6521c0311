#include "src/distribution/axis_map.hpp"

#include <gtest/gtest.h>

#include "src/base/error.hpp"
#include "tests/unit/distribution/maps.hpp"

namespace het {
namespace {

TEST(AxisMap, AgreesWithCountingElementByElement) {
  for (const Extent extent : {0, 1, 2, 5, 6, 7, 20, 21, 43})
    for (const AxisMap& map : test::maps_of(extent)) {
      SCOPED_TRACE(to_string(map));
      const test::SlowMap slow(map);
      for (int p = 0; p < map.processes(); ++p) {
        const auto& part = slow.parts[static_cast<std::size_t>(p)];
        ASSERT_EQ(map.local_size(ProcessCoord(p)), static_cast<Extent>(part.size()));
        for (std::size_t il = 0; il < part.size(); ++il)
          ASSERT_EQ(map.global_index(LocalIndex(static_cast<Extent>(il)), ProcessCoord(p)).value(), part[il]);
        for (Extent i = 0; i <= extent; ++i)
          ASSERT_EQ(map.local_begin(GlobalIndex(i), ProcessCoord(p)).value(),
                    std::count_if(part.begin(), part.end(), [&](Extent g) { return g < i; }));
      }
      for (Extent i = 0; i < extent; ++i) {
        const auto at = static_cast<std::size_t>(i);
        ASSERT_EQ(map.owner(GlobalIndex(i)).value(), slow.owners[at]);
        ASSERT_EQ(map.local_index(GlobalIndex(i)).value(), slow.positions[at]);
        const BlockIndex b = map.block(GlobalIndex(i));
        ASSERT_LE(map.block_begin(b), GlobalIndex(i));
        ASSERT_GT(map.block_end(b), GlobalIndex(i));
      }
    }
}

TEST(AxisMap, WorkedExampleOfTheClassComment) {
  const AxisMap map(10, 2, 2, {0, 0, 0, 1}, 2);
  EXPECT_EQ(map.local_size(ProcessCoord(0)), 8);
  EXPECT_EQ(map.local_size(ProcessCoord(1)), 2);
  EXPECT_EQ(map.local_index(GlobalIndex(8)), LocalIndex(6));
  EXPECT_EQ(map.global_index(LocalIndex(6), ProcessCoord(0)), GlobalIndex(8));
  EXPECT_EQ(to_string(map), "10 = 2 x [0 0 0 1]");
}

TEST(AxisMap, PartKeepsOwnersAndOrder) {
  for (const AxisMap& map : test::maps_of(29))
    for (const auto& [begin, length] :
         {std::pair<Extent, Extent>{0, 29}, {1, 28}, {6, 11}, {7, 1}, {28, 1}, {29, 0}}) {
      const AxisMap part = map.part(GlobalIndex(begin), length);
      SCOPED_TRACE(to_string(map) + " from " + std::to_string(begin) + ": " + to_string(part));
      ASSERT_EQ(part.extent(), length);
      for (Extent e = 0; e < length; ++e) {
        const GlobalIndex here(e), there(begin + e);
        const ProcessCoord p = map.owner(there);
        ASSERT_EQ(part.owner(here), p);
        ASSERT_EQ(part.local_index(here) - LocalIndex(0),
                  map.local_index(there) - map.local_begin(GlobalIndex(begin), p));
      }
    }
  EXPECT_THROW(test::maps_of(5)[0].part(GlobalIndex(3), 3), Error);
}

TEST(AxisMap, HoldsDimensionsBeyondInt) {
  const Extent huge = Extent{50'000} * 50'000;
  const AxisMap map = AxisMap::block_cyclic(huge, 64, 3);
  EXPECT_EQ(
      map.local_size(ProcessCoord(0)) + map.local_size(ProcessCoord(1)) + map.local_size(ProcessCoord(2)),
      huge);
  const GlobalIndex last(huge - 1);
  EXPECT_EQ(map.global_index(map.local_index(last), map.owner(last)), last);
}

TEST(AxisMap, RefusesWhatIsNotAMap) {
  EXPECT_THROW(AxisMap(-1, 2, 2, {0}, 1), Error);
  EXPECT_THROW(AxisMap(4, 0, 1, {0}, 1), Error);
  EXPECT_THROW(AxisMap(4, 2, 0, {0}, 1), Error);
  EXPECT_THROW(AxisMap(4, 2, 2, {}, 1), Error);
  EXPECT_THROW(AxisMap(4, 2, 2, {0, 2}, 2), Error);
  EXPECT_THROW(AxisMap(4, 2, 2, {0, -1}, 2), Error);
  EXPECT_THROW(AxisMap::block_cyclic(4, 2, 2, 2), Error);
}

}  // namespace
}  // namespace het
