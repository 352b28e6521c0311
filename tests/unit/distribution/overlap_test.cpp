#include "src/distribution/overlap.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "src/base/error.hpp"
#include "tests/unit/distribution/maps.hpp"

namespace het {
namespace {

// Every element of the part travels exactly once, from its owner's storage to its new owner's.
void expect_every_element_once(const AxisPart& source, const AxisPart& target, Extent length) {
  const AxisOverlap overlap(source, target, length);
  std::map<Extent, int> arrivals;
  for (int s = 0; s < overlap.sources(); ++s)
    for (int t = 0; t < overlap.targets(); ++t) {
      Extent volume = 0;
      LocalIndex source_end(0), target_end(0);
      for (const Run& run : overlap.runs(ProcessCoord(s), ProcessCoord(t))) {
        ASSERT_GT(run.length, 0);
        ASSERT_FALSE(volume > 0 && run.source == source_end && run.target == target_end)
            << "runs not maximal";
        ASSERT_TRUE(run.source >= source_end && run.target >= target_end) << "runs not ascending";
        source_end = run.source + run.length;
        target_end = run.target + run.length;
        volume += run.length;
        for (Extent e = 0; e < run.length; ++e) {
          const Extent i = source.map->global_index(run.source + e, ProcessCoord(s)) - source.begin;
          const Extent j = target.map->global_index(run.target + e, ProcessCoord(t)) - target.begin;
          ASSERT_EQ(i, j);
          ++arrivals[i];
        }
      }
      ASSERT_EQ(volume, overlap.volume(ProcessCoord(s), ProcessCoord(t)));
    }
  ASSERT_EQ(static_cast<Extent>(arrivals.size()), length);
  for (const auto& [i, times] : arrivals) {
    ASSERT_TRUE(i >= 0 && i < length);
    ASSERT_EQ(times, 1);
  }
}

TEST(AxisOverlap, MovesEveryElementOnceBetweenAnyTwoMaps) {
  for (const AxisMap& source : test::maps_of(23))
    for (const AxisMap& target : test::maps_of(29))
      for (const auto [i, j, length] :
           {std::array<Extent, 3>{0, 0, 23}, {4, 0, 19}, {1, 7, 20}, {22, 28, 1}, {23, 29, 0}, {5, 5, 7}}) {
        SCOPED_TRACE(to_string(source) + " -> " + to_string(target));
        expect_every_element_once({&source, GlobalIndex(i)}, {&target, GlobalIndex(j)}, length);
      }
}

TEST(AxisOverlap, WorkedExampleOfTheClassComment) {
  const AxisMap source = AxisMap::block_cyclic(10, 2, 2), target(10, 2, 2, {0, 0, 0, 1}, 2);
  const AxisOverlap overlap({&source, GlobalIndex(0)}, {&target, GlobalIndex(0)}, 10);
  EXPECT_EQ(overlap.runs(ProcessCoord(1), ProcessCoord(0)),
            (std::vector<het::Run>{{LocalIndex(0), LocalIndex(2), 2}}));
  EXPECT_EQ(overlap.runs(ProcessCoord(1), ProcessCoord(1)),
            (std::vector<het::Run>{{LocalIndex(2), LocalIndex(0), 2}}));
}

TEST(AxisOverlap, EqualMapsGiveOneRunPerProcess) {
  const AxisMap map = AxisMap::block_cyclic(1000, 7, 4);
  const AxisOverlap overlap({&map, GlobalIndex(0)}, {&map, GlobalIndex(0)}, 1000);
  for (int s = 0; s < 4; ++s)
    for (int t = 0; t < 4; ++t)
      EXPECT_EQ(overlap.runs(ProcessCoord(s), ProcessCoord(t)).size(), s == t ? 1u : 0u);
}

// Of a panel of Cholesky the rows with the numbers of a process column's columns, 1, 3 and 5: 1 and 3 are local rows 1 and 3
// of process row 0, 5 is local row 1 of process row 1.
TEST(RunsIn, AreWhatOfRunsComesFromSomeElements) {
  const AxisMap rows(6, 2, 2, {0, 0, 1}, 2), cols(6, 1, 1, {0, 1}, 2);
  const AxisOverlap overlap({&rows, GlobalIndex(0)}, {&cols, GlobalIndex(0)}, 6);
  std::vector<het::Run> all;
  for (int source = 0; source < 2; ++source)
    for_each_run_in(overlap.runs(ProcessCoord(source), ProcessCoord(1)), {LocalIndex(0), LocalIndex(6)},
                    [&](const het::Run& run) { all.push_back(run); });
  EXPECT_EQ(all, (std::vector<het::Run>{{LocalIndex(1), LocalIndex(0), 1},
                                        {LocalIndex(3), LocalIndex(1), 1},
                                        {LocalIndex(1), LocalIndex(2), 1}}));
  const LocalRange behind{LocalIndex(2), LocalIndex(6)};
  EXPECT_EQ(elements_in(overlap.runs(ProcessCoord(0), ProcessCoord(1)), behind), 1);
  EXPECT_EQ(elements_in(overlap.runs(ProcessCoord(1), ProcessCoord(1)), behind), 0);
}

TEST(RunsIn, AreClippedAtBothEnds) {
  const std::vector<het::Run> runs{{LocalIndex(2), LocalIndex(10), 5}, {LocalIndex(9), LocalIndex(15), 5}};
  std::vector<het::Run> clipped;
  for_each_run_in(runs, {LocalIndex(4), LocalIndex(11)},
                  [&](const het::Run& run) { clipped.push_back(run); });
  EXPECT_EQ(clipped,
            (std::vector<het::Run>{{LocalIndex(4), LocalIndex(12), 3}, {LocalIndex(9), LocalIndex(15), 2}}));
  EXPECT_EQ(elements_in(runs, {LocalIndex(5), LocalIndex(6)}), 1);
  EXPECT_EQ(elements_in(runs, {LocalIndex(7), LocalIndex(9)}), 0);
}

TEST(AxisOverlap, RefusesPartsOutsideTheirAxis) {
  const AxisMap map = AxisMap::block_cyclic(10, 2, 2);
  EXPECT_THROW(AxisOverlap({&map, GlobalIndex(5)}, {&map, GlobalIndex(0)}, 6), Error);
  EXPECT_THROW(AxisOverlap({&map, GlobalIndex(0)}, {&map, GlobalIndex(-1)}, 6), Error);
  EXPECT_THROW(AxisOverlap({&map, GlobalIndex(0)}, {&map, GlobalIndex(0)}, -1), Error);
}

}  // namespace
}  // namespace het
