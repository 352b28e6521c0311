#include "src/distribution/panels/reflectors/reflector_stairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/distribution/maps.hpp"

namespace het::test {
namespace {

TEST(ReflectorStairs, LeaveOutMostOfTheZerosAboveTheDiagonal) {
  const auto stairs = reflector_stairs(AxisMap::whole(500), ProcessCoord(0), 0, 100, 500);
  ASSERT_EQ(stairs.size(), 2U);
  EXPECT_EQ(stairs[0].begin, 64);
  EXPECT_EQ(stairs[0].end, 500);
  EXPECT_EQ(stairs[0].width, 100);
  EXPECT_EQ(stairs[1].begin, 0);
  EXPECT_EQ(stairs[1].end, 64);
  EXPECT_EQ(stairs[1].width, 64);
}

TEST(ReflectorStairs, TheWidestIsThereWithoutRowsToo) {
  const auto stairs = reflector_stairs(AxisMap::block_cyclic(500, 250, 2), ProcessCoord(0), 250, 100, 0);
  ASSERT_EQ(stairs.size(), 1U);
  EXPECT_EQ(stairs[0].rows(), 0);
  EXPECT_EQ(stairs[0].width, 100);
}

// Each row once, and no nonzero of a row left out.
TEST(ReflectorStairs, CoverWhatIsNotZero) {
  constexpr Extent extent = 300, k = 17, width = 130;
  for (const AxisMap& map : maps_of(extent)) {
    const SlowMap slow(map);
    for (int p = 0; p < map.processes(); ++p) {
      const ProcessCoord row(p);
      const Extent rows = map.local_size(row, GlobalIndex(k), GlobalIndex(extent)),
                   above = map.local_begin(GlobalIndex(k), row).value();
      Extent end = rows;
      for (const ReflectorStair& stair : reflector_stairs(map, row, k, width, rows)) {
        EXPECT_EQ(stair.end, end);
        end = stair.begin;
        for (Extent il = stair.begin; il < stair.end; ++il) {
          const Extent i = slow.parts[static_cast<std::size_t>(p)][static_cast<std::size_t>(above + il)];
          EXPECT_LE(std::min(i - k + 1, width), stair.width);
        }
      }
      EXPECT_EQ(end, 0);
    }
  }
}

}  // namespace
}  // namespace het::test
