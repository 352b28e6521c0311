// When hetrun says that the machine spoiled the emulation.
#include <gtest/gtest.h>

#include "testing_drivers/hetrun/report.hpp"
#include "tests/hetrun/four_ranks.hpp"

namespace het::run {
namespace {

std::vector<Obtained> ledgers(const std::vector<double>& parts, double wall) {
  std::vector<Obtained> all;
  for (size_t rank = 0; rank < parts.size(); ++rank)
    all.push_back(
        {parts[rank] * four_ranks.duty(static_cast<int>(rank)) * wall, wall, 0, parts[rank] * wall, true});
  return all;
}

TEST(Shortfall, IsNoneWhereRanksGetTheirDuties) {
  EXPECT_EQ(shortfall(four_ranks, {10, 5, 3.3, 1.6}, ledgers({1, 1, 0.97, 1.02}, 1)), "");
  EXPECT_EQ(shortfall(four_ranks, {}, {}), "");
}

TEST(Shortfall, ForgivesWhatColdCachesCostSlowRanks) {
  EXPECT_EQ(shortfall(four_ranks, {10, 4.5, 2.8, 1.3}, {}), "");
}

TEST(Shortfall, NamesTheRankWhoseCoreWasTaken) {
  const std::string why = shortfall(four_ranks, {}, ledgers({1, 1, 0.4, 1}, 1));
  EXPECT_NE(why.find("rank 2 got 40 %"), std::string::npos) << why;
}

// Slowed to a tenth in the middle: a rank has what it is due, not what the plan said.
TEST(Shortfall, KnowsDutiesThatHaveChanged) {
  std::vector<Obtained> all = ledgers({1, 1, 1, 1}, 2);
  all[1].cpu *= 0.55;
  EXPECT_EQ(shortfall(four_ranks, {}, all), "");
}

TEST(Shortfall, IsNotSaidOfProgramsTooShortToTell) {
  EXPECT_EQ(shortfall(four_ranks, {}, ledgers({0.5, 0.5, 0.5, 0.5}, 0.01)), "");
}

TEST(Shortfall, IsSeenInSpeedsWhereLedgersSeeNothing) {
  const std::string why = shortfall(four_ranks, {3, 5, 3.3, 1.6}, ledgers({1, 1, 1, 1}, 1));
  EXPECT_NE(why.find("rank 0 computes at 30 %"), std::string::npos) << why;
}

}  // namespace
}  // namespace het::run
