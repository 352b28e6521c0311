#include "blacs_het/plan/rounding.hpp"

#include <functional>
#include <numeric>

#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/rounding/best_period.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

Extent sum(const std::vector<Extent>& values) {
  return std::accumulate(values.begin(), values.end(), Extent{0});
}

// All ways to write total as n summands >= 0.
void for_each_split(std::size_t n, Extent total,
                    const std::function<void(const std::vector<Extent>&)>& visit) {
  std::vector<Extent> parts(n);
  const std::function<void(std::size_t, Extent)> fill = [&](std::size_t k, Extent left) {
    if (k + 1 == n) {
      parts[k] = left;
      visit(parts);
      return;
    }
    for (Extent c = 0; c <= left; ++c) parts[k] = c, fill(k + 1, left - c);
  };
  fill(0, total);
}

// BPRR99 §3.1.2, Figures 4 and 5: a panel of 4 x 3 blocks.
TEST(Rounding, WorkedExampleFitsAPanelOfFourByThree) {
  const GridPlan plan = plan_shares(parse_arrangement("1,2;3,6"));
  const IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, 4, 3);
  EXPECT_EQ(shares.rows, (std::vector<Extent>{3, 1}));
  EXPECT_EQ(shares.cols, (std::vector<Extent>{2, 1}));
  EXPECT_DOUBLE_EQ(shares.imbalance, 1);
}

// BPRR99 §3.2.2, Figure 7: cycle-times 1 2 / 3 5 on a panel of 8 x 6 blocks.
TEST(Rounding, PanelOfEightBySix) {
  const GridPlan plan = plan_shares(parse_arrangement("1,2;3,5"));
  const IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, 8, 6);
  EXPECT_EQ(shares.rows, (std::vector<Extent>{6, 2}));
  EXPECT_EQ(shares.cols, (std::vector<Extent>{4, 2}));
}

TEST(Rounding, SharesOfALineAreItsAllocation) {
  EXPECT_EQ(round_shares(std::vector<double>{1.0 / 3, 1.0 / 5, 1.0 / 8}, 10), (std::vector<Extent>{5, 3, 2}));
  EXPECT_EQ(round_shares(std::vector<double>{1, 1e-9}, 5), (std::vector<Extent>{5, 0}));
}

// Against all pairs of rows and columns.
TEST(Rounding, NoOtherWholeNumbersAreBetter) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(6, seed) : test::tied_cycle_times(6, 5, seed);
    const GridPlan plan = seed % 4 < 2 ? plan_grid(t, 2, 3) : plan_grid(t, 3, 2, Method::natural);
    const int p = plan.arrangement.p(), q = plan.arrangement.q();
    const IntegerShares found = round_to_pattern(plan.arrangement, plan.shares, 7, 9);
    EXPECT_TRUE(found.optimal);
    EXPECT_EQ(sum(found.rows), 7);
    EXPECT_EQ(sum(found.cols), 9);
    EXPECT_DOUBLE_EQ(found.imbalance, imbalance(plan.arrangement, found.rows, found.cols));
    double best = 1e300;
    for_each_split(static_cast<std::size_t>(p), 7, [&](const std::vector<Extent>& rows) {
      for_each_split(static_cast<std::size_t>(q), 9, [&](const std::vector<Extent>& cols) {
        best = std::min(best, imbalance(plan.arrangement, rows, cols));
      });
    });
    EXPECT_NEAR(found.imbalance, best, 1e-12 * best) << seed;
  }
}

// The search behind the sweeps finds what those miss, and never loses.
TEST(Rounding, SearchImprovesOnSweeps) {
  int improved = 0, proven = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(16, seed), 4, 4, Method::swaps, {1, 1e5});
    const IntegerShares swept = round_to_pattern(plan.arrangement, plan.shares, 16, 16, 0),
                        found = round_to_pattern(plan.arrangement, plan.shares, 16, 16, 1e7);
    EXPECT_LE(found.imbalance, swept.imbalance);
    improved += found.imbalance < swept.imbalance * (1 - 1e-9);
    proven += found.optimal;
  }
  EXPECT_GE(improved, 1);
  EXPECT_EQ(proven, 40);
}

TEST(Rounding, AMillionBlocksTakeNoLonger) {
  const GridPlan plan = plan_grid(test::random_cycle_times(24, 4), 4, 6, Method::heuristic);
  const IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, 1'000'000, 999'983);
  EXPECT_EQ(sum(shares.rows), 1'000'000);
  EXPECT_EQ(sum(shares.cols), 999'983);
  EXPECT_NEAR(shares.imbalance, plan.bound / plan.shares.work_rate, 1e-4);
}

// Started from rounded weights, one sweep is not always enough.
TEST(Rounding, SweepsGoOnWhileTheyHelp) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(16, seed), 4, 4, Method::heuristic);
    const IntegerShares found = round_to_pattern(plan.arrangement, plan.shares, 23, 31, 0);
    for_each_split(4, 23, [&](const std::vector<Extent>& rows) {
      ASSERT_GE(imbalance(plan.arrangement, rows, found.cols), found.imbalance * (1 - 1e-12)) << seed;
    });
  }
}

TEST(Rounding, ManyBlocksComeCloseToTheRationalShares) {
  const GridPlan plan = plan_grid(test::random_cycle_times(16, 4), 4, 4);
  const IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, 100'000, 100'000);
  EXPECT_NEAR(shares.imbalance, plan.bound / plan.shares.work_rate, 1e-3);
}

TEST(Rounding, EqualSpeedsGiveEqualShares) {
  const GridPlan plan = plan_grid(std::vector<double>(6, 3.0), 2, 3);
  const IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, 8, 9);
  EXPECT_EQ(shares.rows, (std::vector<Extent>{4, 4}));
  EXPECT_EQ(shares.cols, (std::vector<Extent>{3, 3, 3}));
  EXPECT_DOUBLE_EQ(shares.imbalance, 1);
}

TEST(Rounding, RankOneIsPerfectOnAPeriodThatFits) {
  const GridPlan plan = plan_shares(parse_arrangement("1,2,4;3,6,12"));
  EXPECT_DOUBLE_EQ(round_to_pattern(plan.arrangement, plan.shares, 8, 7).imbalance, 1);
}

TEST(Rounding, EmptyAndTinyPatterns) {
  const GridPlan plan = plan_shares(parse_arrangement("1,2;3,6"));
  EXPECT_EQ(round_to_pattern(plan.arrangement, plan.shares, 0, 0).rows, (std::vector<Extent>{0, 0}));
  const IntegerShares one = round_to_pattern(plan.arrangement, plan.shares, 1, 1);
  EXPECT_EQ(one.rows, (std::vector<Extent>{1, 0}));
  EXPECT_EQ(one.cols, (std::vector<Extent>{1, 0}));
  EXPECT_NE(test::error_of([&] { round_to_pattern(plan.arrangement, plan.shares, -1, 4); }).find("-1 x 4"),
            std::string::npos);
}

// 4 x 3 blocks are perfect for the worked example, so no larger multiple is taken.
TEST(BestPeriod, IsTheShortestPerfectOne) {
  const GridPlan plan = plan_shares(parse_arrangement("1,2;3,6"));
  const IntegerShares best = best_period(plan.arrangement, plan.shares, 32, 32);
  EXPECT_EQ(best.rows, (std::vector<Extent>{3, 1}));
  EXPECT_EQ(best.cols, (std::vector<Extent>{2, 1}));
  EXPECT_DOUBLE_EQ(best.imbalance, 1);
}

TEST(BestPeriod, NoPeriodWithinTheBoundIsMuchBetter) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(6, seed), 2, 3);
    const IntegerShares found = best_period(plan.arrangement, plan.shares, 9, 11);
    EXPECT_LE(sum(found.rows), 9);
    EXPECT_LE(sum(found.cols), 11);
    double best = 1e300;
    for (Extent rows = 2; rows <= 9; ++rows)
      for (Extent cols = 3; cols <= 11; ++cols)
        best = std::min(best, round_to_pattern(plan.arrangement, plan.shares, rows, cols).imbalance);
    EXPECT_LE(found.imbalance, best * 1.02) << seed;
  }
}

TEST(BestPeriod, SmallerThanTheGridIsAnError) {
  const GridPlan plan = plan_shares(parse_arrangement("1,2;3,6"));
  for (const auto& size : {std::pair<Extent, Extent>{1, 3}, {4, 1}, {0, 0}}) {
    const std::string error =
        test::error_of([&] { period_shares(plan.arrangement, plan.shares, size.first, size.second); });
    EXPECT_NE(error.find(fmt::format("{} x {}", size.first, size.second)), std::string::npos) << error;
  }
  EXPECT_EQ(period_shares(plan.arrangement, plan.shares, 4, 3),
            round_to_pattern(plan.arrangement, plan.shares, 4, 3));
  EXPECT_NE(test::error_of([&] { best_period(plan.arrangement, plan.shares, 1, 8); }).find("1 x 8"),
            std::string::npos);
}

}  // namespace
}  // namespace het
