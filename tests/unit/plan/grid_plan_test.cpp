#include "blacs_het/plan/grid_plan.hpp"

#include <sstream>

#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

TEST(GridPlan, WorkedExample) {
  const GridPlan plan = plan_grid(std::vector<double>{1, 2, 3, 6}, 2, 2);
  EXPECT_EQ(plan.arrangement, parse_arrangement("1,2;3,6"));
  EXPECT_DOUBLE_EQ(plan.shares.work_rate, 2);
  EXPECT_DOUBLE_EQ(plan.bound, 2);
  EXPECT_DOUBLE_EQ(plan.uniform_work_rate, 2.0 / 3);
  EXPECT_TRUE(plan.optimal);
  std::ostringstream printed;
  printed << plan;
  EXPECT_EQ(printed.str(),
            "1 2\n3 6\nr = 1 0.333333, c = 1 0.5, W = 2 (optimal), bound 2, uniform 0.666667, method best, "
            "optimal");
}

// BPRR99 §5.2 and §5.3: the heuristic's plans are optimal there; S(2x4) is 3.64, printed 3.63.
TEST(GridPlan, NineWorkstationsAreProvenOptimal) {
  for (const Method method :
       {Method::exact, Method::heuristic, Method::swaps, Method::search, Method::best}) {
    const GridPlan p33 = plan_grid(test::nine_workstations, 3, 3, method, {1, 1e6});
    const GridPlan p24 = plan_grid(test::nine_workstations, 2, 4, method, {1, 1e6});
    EXPECT_NEAR(p33.shares.work_rate, 391.0 / 104, 1e-12);
    EXPECT_NEAR(p24.shares.work_rate, 11.0 / 3, 1e-12);
    const bool proves = method == Method::exact || method == Method::best;
    EXPECT_EQ(p33.optimal, proves);
    EXPECT_EQ(p24.optimal, proves);
    EXPECT_DOUBLE_EQ(p33.uniform_work_rate, 1.125);
    EXPECT_DOUBLE_EQ(p24.uniform_work_rate, 8 / 7.95);
    EXPECT_NEAR(p33.shares.work_rate / p33.uniform_work_rate, 3.34, 0.005);
    EXPECT_NEAR(p24.shares.work_rate / p24.uniform_work_rate, 3.64, 0.005);
  }
}

TEST(GridPlan, BestIsNeverWorseThanTheOthersAndExactIsTheTop) {
  for (unsigned seed = 0; seed < 24; ++seed)
    for (const auto& [p, q] : {std::pair{2, 3}, {3, 2}, {3, 3}, {1, 5}, {2, 4}}) {
      const std::vector<double> t =
          seed % 2 ? test::random_cycle_times(10, seed) : test::tied_cycle_times(10, 9, seed);
      const GridPlan heuristic = plan_grid(t, p, q, Method::heuristic), best = plan_grid(t, p, q),
                     exact = plan_grid(t, p, q, Method::exact);
      test::expect_consistent(best.arrangement, best.shares);
      EXPECT_GE(best.shares.work_rate, heuristic.shares.work_rate * (1 - 1e-12));
      EXPECT_GE(exact.shares.work_rate, best.shares.work_rate * (1 - 1e-12));
      EXPECT_LE(exact.shares.work_rate, exact.bound * (1 + 1e-12));
      EXPECT_TRUE(exact.optimal);
      EXPECT_TRUE(best.optimal);
    }
}

TEST(GridPlan, LargeGridsAreBoundedAndGood) {
  const std::vector<double> t = test::random_cycle_times(256, 3);
  const GridPlan best = plan_grid(t, 16, 16, Method::best, {1, 1e6}),
                 heuristic = plan_grid(t, 16, 16, Method::heuristic);
  EXPECT_FALSE(best.optimal);
  EXPECT_GE(best.shares.work_rate / best.bound, 0.95);
  EXPECT_GT(best.shares.work_rate, heuristic.shares.work_rate);
  EXPECT_EQ(plan_grid(t, 16, 16, Method::best, {1, 1e6}), best);
  EXPECT_NE(test::error_of([&] {
              plan_grid(t, 16, 16, Method::exact, {1, 1e6});
            }).find("16 x 16"),
            std::string::npos);
}

TEST(GridPlan, EqualSpeedsAreUniform) {
  const GridPlan plan = plan_grid(std::vector<double>(9, 2.0), 3, 3);
  EXPECT_EQ(plan.shares.row_weight, (std::vector<double>{1, 1, 1}));
  EXPECT_DOUBLE_EQ(plan.shares.work_rate, plan.uniform_work_rate);
  EXPECT_TRUE(plan.optimal);
}

TEST(GridPlan, RankOneReachesTheBoundWhateverTheOrder) {
  std::vector<double> t{1, 2, 4, 3, 6, 12, 5, 10, 20};
  std::shuffle(t.begin(), t.end(), std::mt19937(3));
  const GridPlan plan = plan_grid(t, 3, 3);
  EXPECT_NEAR(plan.shares.work_rate, plan.bound, 1e-12);
  EXPECT_TRUE(plan.optimal);
}

TEST(GridPlan, UnitOfTimeDoesNotMatter) {
  std::vector<double> t = test::random_cycle_times(9, 8), scaled = t;
  for (double& x : scaled) x *= 1e-6;
  const GridPlan plan = plan_grid(t, 3, 3), same = plan_grid(scaled, 3, 3);
  EXPECT_NEAR(same.shares.work_rate * 1e-6, plan.shares.work_rate, 1e-12);
}

TEST(GridPlan, TheSlowestAreLeftOut) {
  const GridPlan plan = plan_grid(std::vector<double>{9, 1, 8, 1, 7, 1, 1}, 2, 2);
  std::vector<int> used(plan.arrangement.order().begin(), plan.arrangement.order().end());
  std::sort(used.begin(), used.end());
  EXPECT_EQ(used, (std::vector<int>{1, 3, 5, 6}));
}

TEST(GridPlan, EqualProcessorsKeepTheirOrder) {
  const std::vector<double> t{2.2, 1, 2.2, 1, 1, 2.2, 1, 2.2};
  for (const Method method : all_methods()) {
    const GridPlan plan = plan_grid(t, 2, 4, method, {1, 1e5});
    std::vector<int> fast, slow;
    for (const int k : plan.arrangement.order())
      (t[static_cast<std::size_t>(k)] == 1 ? fast : slow).push_back(k);
    EXPECT_EQ(fast, (std::vector<int>{1, 3, 4, 6})) << plan;
    EXPECT_EQ(slow, (std::vector<int>{0, 2, 5, 7})) << plan;
  }
}

TEST(GridPlan, AGivenArrangementIsKept) {
  const Arrangement bad = parse_arrangement("1,6;3,2");
  for (const Method method : all_methods()) {
    const GridPlan plan = plan_shares(bad, method);
    EXPECT_EQ(plan.arrangement, bad);
    EXPECT_EQ(plan.method, method);
    test::expect_consistent(bad, plan.shares);
  }
  EXPECT_TRUE(plan_shares(bad).optimal);
  EXPECT_LT(plan_shares(bad).shares.work_rate,
            plan_grid(std::vector<double>{1, 6, 3, 2}, 2, 2).shares.work_rate);
}

TEST(GridPlan, ShapeIsTheSquarestWithinTheTolerance) {
  // 3x3 has 0.96 of the work rate of 1x9: square enough. Two fast ones among seven slow ones belong in one
  // row.
  const GridPlan nine = plan_best_shape(test::nine_workstations);
  EXPECT_EQ(nine.arrangement.p(), 3);
  EXPECT_EQ(nine.arrangement.q(), 3);
  const GridPlan lone = plan_best_shape(std::vector<double>{1, 7, 7, 7});
  EXPECT_EQ(lone.arrangement.p(), 1);
  EXPECT_EQ(lone.arrangement.q(), 4);
  EXPECT_EQ(plan_best_shape(std::vector<double>{2}).arrangement.q(), 1);
  EXPECT_EQ(plan_best_shape(std::vector<double>(7, 1.0)).arrangement.q(), 7);  // 2x3 would leave one idle
}

TEST(GridPlan, BadInputIsNamed) {
  const std::vector<double> t{1, 2, 3};
  EXPECT_NE(test::error_of([&] { plan_grid(t, 2, 2); }).find("2 x 2 grid needs 4 processors; only 3"),
            std::string::npos);
  EXPECT_NE(test::error_of([&] { plan_grid(t, 0, 2); }).find("0 x 2"), std::string::npos);
  EXPECT_NE(test::error_of([&] { plan_grid(t, 1 << 20, 1 << 20); }).find("needs"), std::string::npos);
  EXPECT_NE(test::error_of([&] {
              plan_grid(std::vector<double>{1, -1}, 1, 2);
            }).find("entry 2: '-1'"),
            std::string::npos);
  EXPECT_NE(test::error_of([&] { plan_best_shape({}); }), "no error");
}

}  // namespace
}  // namespace het
