#include "src/distribution/panels/wait_filling.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

constexpr WaitFilling rule{.least_round = 5e-6, .least_panels = 2, .longest_tile = 15e-6};

TEST(WaitFilling, PaysWhereRoundsAreLongAndTheUpdateIsLongerThanPanels) {
  EXPECT_TRUE(rule.pays({.seconds = 1e-3, .round = 5e-6}, 2.1e-3));
  EXPECT_FALSE(rule.pays({.seconds = 1e-3, .round = 4e-6}, 2.1e-3));
  EXPECT_FALSE(rule.pays({.seconds = 1e-3, .round = 5e-6}, 2e-3));
}

// Nothing is known of the first panel that a process factors.
TEST(WaitFilling, PaysNeverBeforeARoundWasSeen) {
  EXPECT_FALSE(rule.pays({}, 1));
  EXPECT_FALSE((WaitFilling{.least_round = 0}.pays({}, 1)));
}

TEST(WaitFilling, HasTilesThatAreNoLongerThanRounds) {
  EXPECT_EQ(rule.tile({.round = 8e-6}), 8e-6);
  EXPECT_EQ(rule.tile({.round = 80e-6}), 15e-6);
}

}  // namespace
}  // namespace het
