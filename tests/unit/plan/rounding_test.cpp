#include "blacs_het/plan/rounding.hpp"

#include <functional>
#include <numeric>

#include "blacs_het/plan/grid_plan.hpp"
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

// No change of one side alone improves the result, and it stays close to the best pair.
TEST(Rounding, NeitherSideAloneCanBeImproved) {
  double worst = 1;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(6, seed), 2, 3);
    const IntegerShares found = round_to_pattern(plan.arrangement, plan.shares, 7, 9);
    EXPECT_EQ(sum(found.rows), 7);
    EXPECT_EQ(sum(found.cols), 9);
    EXPECT_DOUBLE_EQ(found.imbalance, imbalance(plan.arrangement, found.rows, found.cols));
    double best = 1e300;
    for_each_split(2, 7, [&](const std::vector<Extent>& rows) {
      EXPECT_GE(imbalance(plan.arrangement, rows, found.cols), found.imbalance * (1 - 1e-12));
      for_each_split(3, 9, [&](const std::vector<Extent>& cols) {
        best = std::min(best, imbalance(plan.arrangement, rows, cols));
        if (rows == found.rows) {
          EXPECT_GE(imbalance(plan.arrangement, found.rows, cols), found.imbalance * (1 - 1e-12));
        }
      });
    });
    worst = std::max(worst, found.imbalance / best);
  }
  EXPECT_LE(worst, 1.2);
}

// Started from rounded weights, one sweep is not always enough.
TEST(Rounding, SweepsGoOnWhileTheyHelp) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(16, seed), 4, 4, Method::heuristic);
    const IntegerShares found = round_to_pattern(plan.arrangement, plan.shares, 23, 31);
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

}  // namespace
}  // namespace het
