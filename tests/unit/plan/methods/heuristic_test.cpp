#include "blacs_het/plan/methods/heuristic/heuristic.hpp"

#include <numeric>

#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

std::vector<double> up_to(int n) {
  std::vector<double> t(static_cast<std::size_t>(n));
  std::iota(t.begin(), t.end(), 1.0);
  return t;
}
std::vector<double> times_of(const Arrangement& a) {
  return {a.cycle_times().begin(), a.cycle_times().end()};
}

// BPRR99 §4.4 with the missing square in sigma_k.
TEST(Heuristic, JumpSeparatesSlowProcessors) {
  EXPECT_EQ(processors_before_jump(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 100, 100}), 7);
  EXPECT_EQ(processors_before_jump(up_to(25)), 25);
  EXPECT_EQ(processors_before_jump(std::vector<double>{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}), 3);
  EXPECT_EQ(processors_before_jump(std::vector<double>{5, 5, 5, 5}), 4);
  EXPECT_EQ(processors_before_jump(std::vector<double>{1, 10, 10, 10}), 1);
}

TEST(Heuristic, JumpDoesNotDependOnTheUnit) {
  std::vector<double> t{1, 2, 3, 4, 5, 6, 7, 100, 100};
  for (double& x : t) x *= 1e-9;
  EXPECT_EQ(processors_before_jump(t), 7);
}

// BPRR99 §4.4.1.
TEST(Heuristic, CloseValuesAlternateAlongTheBorders) {
  EXPECT_EQ(times_of(heuristic_arrangement(up_to(25), 5, 5)),
            (std::vector<double>{1,  3,  5, 7,  9,  2,  10, 12, 14, 16, 4,  11, 17,
                                 19, 21, 6, 13, 18, 22, 24, 8,  15, 20, 23, 25}));
}

// BPRR99 §4.4.2.
TEST(Heuristic, SlowProcessorsFillAColumn) {
  EXPECT_EQ(times_of(heuristic_arrangement(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 100, 100}, 3, 3)),
            (std::vector<double>{1, 3, 7, 2, 5, 100, 4, 6, 100}));
}

// BPRR99 §5.2.
TEST(Heuristic, NineWorkstationsAreArrangedAsInThePaper) {
  EXPECT_EQ(times_of(heuristic_arrangement(test::nine_workstations, 3, 3)),
            (std::vector<double>{1, 4, 7.8, 1, 6.3, 7.95, 1, 7.8, 8}));
  EXPECT_EQ(times_of(heuristic_arrangement(test::nine_workstations, 2, 4)),
            (std::vector<double>{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95}));
}

TEST(Heuristic, OrderPointsIntoTheGivenList) {
  const Arrangement a = heuristic_arrangement(test::nine_workstations, 3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_EQ(test::nine_workstations[static_cast<std::size_t>(a.order(i, j))], a.cycle_time(i, j));
}

// BPRR99 §4.4.3, first example; the paper's c_2 and c_3 have wrong numerators on the way, not at the end.
TEST(Heuristic, SharesFollowTheFasterBorder) {
  const Shares s = heuristic_shares(parse_arrangement("1,3,5;2,6,7;4,8,9"));
  EXPECT_EQ(s.row_weight, (std::vector<double>{1, 0.5, 0.25}));
  EXPECT_DOUBLE_EQ(s.col_weight[0], 1);
  EXPECT_DOUBLE_EQ(s.col_weight[1], 1.0 / 3);
  EXPECT_DOUBLE_EQ(s.col_weight[2], 1.0 / 5);
}

// BPRR99 §4.4.3, second example.
TEST(Heuristic, SharesWithSlowColumns) {
  const Shares s = heuristic_shares(parse_arrangement("1,4,8;1,6,8;1,8,8"));
  EXPECT_EQ(s.row_weight, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(s.col_weight, (std::vector<double>{1, 0.125, 0.125}));
}

// BPRR99 §5.2: W = 391/104 on 3 x 3 (3.76) and 11/3 on 2 x 4 (3.67).
TEST(Heuristic, NineWorkstationsGetThePapersShares) {
  const Shares s33 = heuristic_shares(heuristic_arrangement(test::nine_workstations, 3, 3));
  EXPECT_EQ(s33.row_weight, (std::vector<double>{1, 1, 1}));
  EXPECT_NEAR(s33.col_weight[1], 1 / 7.8, 1e-14);
  EXPECT_NEAR(s33.col_weight[2], 1 / 8.0, 1e-14);
  EXPECT_NEAR(s33.work_rate, 391.0 / 104, 1e-13);
  const Shares s24 = heuristic_shares(heuristic_arrangement(test::nine_workstations, 2, 4));
  EXPECT_EQ(s24.col_weight, (std::vector<double>{1, 1, 1, 0.25}));
  EXPECT_NEAR(s24.row_weight[1], 1 / 7.8, 1e-14);
  EXPECT_NEAR(s24.work_rate, 11.0 / 3, 1e-13);
}

TEST(Heuristic, AnyShapeIsFilledWithTheFastest) {
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const auto& [p, q] : {std::pair{1, 7}, {7, 1}, {2, 3}, {3, 4}, {5, 2}, {4, 4}}) {
      const std::vector<double> t =
          seed % 2 ? test::random_cycle_times(17, seed) : test::tied_cycle_times(17, 40, seed);
      const Arrangement a = heuristic_arrangement(t, p, q);
      std::vector<double> used = times_of(a), sorted = t;
      std::sort(used.begin(), used.end());
      std::sort(sorted.begin(), sorted.end());
      EXPECT_TRUE(std::equal(used.begin(), used.end(), sorted.begin()));
      test::expect_consistent(a, heuristic_shares(a));
    }
}

}  // namespace
}  // namespace het
