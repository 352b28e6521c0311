#include <numeric>

#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/methods/natural/natural.hpp"
#include "blacs_het/plan/methods/svd/svd.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

double distance(const Arrangement& a, const RankOne& r) {
  double sum = 0;
  for (int i = 0; i < a.p(); ++i)
    for (int j = 0; j < a.q(); ++j) {
      const double off =
          1 / a.cycle_time(i, j) - r.rows[static_cast<std::size_t>(i)] * r.cols[static_cast<std::size_t>(j)];
      sum += off * off;
    }
  return sum;
}

TEST(Svd, NoSmallChangeIsACloserRankOneGrid) {
  const Arrangement a = natural_arrangement(test::random_cycle_times(12, 5), 3, 4);
  const RankOne best = rank_one_speeds(a);
  for (std::size_t k = 0; k < 7; ++k)
    for (const double by : {0.99, 1.01}) {
      RankOne other = best;
      (k < 3 ? other.rows[k] : other.cols[k - 3]) *= by;
      EXPECT_GT(distance(a, other), distance(a, best));
    }
}

TEST(Svd, RankOneSpeedsAreTheirOwnApproximation) {
  const Arrangement a = parse_arrangement("1,2,4;3,6,12");
  EXPECT_NEAR(distance(a, rank_one_speeds(a)), 0, 1e-24);
  EXPECT_NEAR(svd_shares(a).work_rate, work_rate_bound(a), 1e-12);
}

TEST(Svd, BestStepIsNoWorseThanTheFirst) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(20, seed) : test::tied_cycle_times(20, 5, seed);
    const Candidate found = svd_candidate(t, 4, 5);
    test::expect_consistent(found.arrangement, found.shares);
    EXPECT_GE(found.shares.work_rate, svd_shares(natural_arrangement(t, 4, 5)).work_rate);
  }
}

// Resorting finds a rank-1 arrangement that the sorted one hides.
TEST(Svd, RefinementImproves) {
  int improved = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<double> t = test::random_cycle_times(36, seed);
    improved += svd_candidate(t, 6, 6).shares.work_rate >
                (1 + 1e-9) * svd_shares(natural_arrangement(t, 6, 6)).work_rate;
  }
  EXPECT_GE(improved, 15);
}

// DKK Figure 2 has the mirrored grid: performances 1 2 / 3 4, rows 3 : 7, columns 4 : 6.
TEST(Natural, ExampleOfThePaper) {
  const std::vector<double> t{1, 1.0 / 2, 1.0 / 3, 1.0 / 4};
  const Arrangement a = natural_arrangement(t, 2, 2);
  EXPECT_EQ(std::vector<int>(a.order().begin(), a.order().end()), (std::vector<int>{3, 2, 1, 0}));
  const Shares s = natural_shares(a);
  EXPECT_DOUBLE_EQ(s.row_weight[1], 3.0 / 7);
  EXPECT_DOUBLE_EQ(s.col_weight[1] / s.col_weight[0], 4.0 / 6);
  test::expect_consistent(a, s);
  EXPECT_NEAR(test::largest_load(a, s), 1, 1e-12);
}

TEST(Natural, SharesAreFeasibleAndNeverBetterThanFitted) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Candidate c = natural_candidate(test::random_cycle_times(17, seed), 3, 5);
    test::expect_consistent(c.arrangement, c.shares);
    EXPECT_LE(c.shares.work_rate, fitted_shares(c.arrangement, c.shares.row_weight).work_rate * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace het
