// All methods side by side, as callers see them.
#include "blacs_het/plan/methods/method.hpp"

#include "blacs_het/plan/grid_plan.hpp"
#include "tests/unit/plan/methods/tree_references.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

const Method searching[] = {Method::swaps, Method::search, Method::best};

// Against exact optima and on several kinds of speeds, as the benchmark measures them on many more grids.
TEST(Methods, BestIsCloseToTheOptimum) {
  double sum = 0, worst = 0;
  int count = 0;
  for (unsigned seed = 0; seed < 24; ++seed)
    for (const auto& [p, q] : {std::pair{2, 3}, {2, 4}, {3, 3}, {3, 4}, {4, 4}}) {
      const std::vector<double> t = test::mixed_cycle_times(p * q, seed, seed);
      const double optimum = plan_grid(t, p, q, Method::exact).shares.work_rate;
      const double gap = 1 - plan_grid(t, p, q, Method::best, {1, 1e6}).shares.work_rate / optimum;
      sum += gap, worst = std::max(worst, gap), ++count;
      EXPECT_GE(gap, -1e-12);
    }
  EXPECT_LT(sum / count, 0.0005);
  EXPECT_LT(worst, 0.03);
}

TEST(Methods, SearchIsNeverBelowThePolynomialMethods) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(42, seed) : test::tied_cycle_times(42, 7, seed);
    const PlanOptions options{seed, 1e5};
    for (const Method found : {Method::search, Method::best})
      for (const Method method : {Method::heuristic, Method::natural, Method::svd})
        EXPECT_GE(plan_grid(t, 6, 7, found, options).shares.work_rate,
                  plan_grid(t, 6, 7, method, options).shares.work_rate * (1 - 1e-12));
  }
}

TEST(Methods, SharesOfSixtyFourProcessorsReachNearlyAll) {
  double sum = 0;
  for (unsigned seed = 0; seed < 3; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(64, seed), 8, 8, Method::best, {1, 3e6});
    sum += plan.shares.work_rate / plan.bound / 3;
  }
  EXPECT_GE(sum, 0.975);
}

TEST(Methods, SameSeedSamePlan) {
  const std::vector<double> t = test::random_cycle_times(48, 9);
  for (const Method method : searching)
    EXPECT_EQ(plan_grid(t, 6, 8, method, {5, 2e5}), plan_grid(t, 6, 8, method, {5, 2e5}));
}

// Nothing but the number of steps may stop a method: not the shape, not ties, not hopeless processors.
TEST(Methods, AnyShapeEndsWithinItsSteps) {
  const std::pair<int, int> shapes[] = {{1, 200}, {200, 1}, {2, 300}, {300, 2}, {3, 70}, {14, 15}};
  for (const auto& [p, q] : shapes)
    for (const int largest : {1, 2, 1000000}) {
      const std::vector<double> t = test::tied_cycle_times(p * q, largest, 3);
      for (const Method method : all_methods()) {
        if (method == Method::exact) continue;
        const GridPlan plan = plan_grid(t, p, q, method, {1, 1e5});
        test::expect_consistent(plan.arrangement, plan.shares);
        EXPECT_LE(plan.shares.work_rate, plan.bound * (1 + 1e-12));
      }
    }
}

TEST(Methods, ExtremeSpeedsStayFinite) {
  const std::vector<double> t{1e-15, 1e15, 1, 1e15, 1e-15, 1, 1, 1, 1e-15, 3, 1e7, 2e-9};
  for (const Method method : all_methods()) {
    const GridPlan plan = plan_grid(t, 3, 4, method);
    test::expect_consistent(plan.arrangement, plan.shares);
    if (method == Method::natural) continue;  // proportional shares let the slowest decide
    EXPECT_GE(plan.shares.work_rate, 1e15) << method_name(method);
  }
}

TEST(Methods, SearchedPlansAreNonDecreasing) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const GridPlan plan = plan_grid(test::random_cycle_times(20, seed), 4, 5, Method::best, {1, 2e5});
    EXPECT_TRUE(test::is_non_decreasing(plan.arrangement)) << plan;
    EXPECT_TRUE(std::is_sorted(plan.shares.row_weight.rbegin(), plan.shares.row_weight.rend()));
    EXPECT_TRUE(std::is_sorted(plan.shares.col_weight.rbegin(), plan.shares.col_weight.rend()));
  }
}

TEST(Methods, ExactNamesItsLimit) {
  const std::vector<double> t = test::random_cycle_times(16, 2);
  const auto error = [&](double steps) {
    return test::error_of([&] { plan_grid(t, 4, 4, Method::exact, {1, steps}); });
  };
  EXPECT_NE(error(1000).find("4 x 4 grid of 16 different speeds, for which its limit of work"),
            std::string::npos)
      << error(1000);
  // What goes, and what to use instead.
  for (const char* help : {"up to 4 x 4", "method best", "larger limit"})
    EXPECT_NE(error(1000).find(help), std::string::npos) << error(1000);
  EXPECT_NE(error(-1).find("-1 steps"), std::string::npos);
  EXPECT_NE(error(std::nan("")).find("nan steps"), std::string::npos);
  EXPECT_NE(test::error_of([&] {
              plan_shares(plan_grid(t, 4, 4, Method::natural).arrangement, Method::exact, {1, 100});
            }).find("the limit is 100"),
            std::string::npos);
}

// About 3 ns each: whoever asks for too much is told so in a second.
TEST(Methods, ExactGivesUpSoonUnlessToldOtherwise) {
  EXPECT_LE(steps_of(Method::exact, {}), 2e8);
  EXPECT_EQ(steps_of(Method::exact, {1, 4e9}), 4e9);
}

TEST(Methods, SharesOfAGivenArrangement) {
  const Arrangement a = parse_arrangement("3,1,7,2;5,9,2,6;4,4,8,1");
  const double exact = plan_shares(a, Method::exact).shares.work_rate;
  EXPECT_DOUBLE_EQ(plan_shares(a).shares.work_rate, exact);
  for (const Method method : all_methods()) {
    const GridPlan plan = plan_shares(a, method);
    EXPECT_EQ(plan.arrangement, a);
    EXPECT_LE(plan.shares.work_rate, exact * (1 + 1e-12));
    test::expect_consistent(a, plan.shares);
  }
  EXPECT_GE(plan_shares(a, Method::search).shares.work_rate, plan_shares(a, Method::svd).shares.work_rate);
}

TEST(Methods, HaveNames) {
  EXPECT_EQ(all_methods().size(), 7u);
  for (const Method method : all_methods()) EXPECT_EQ(method_named(method_name(method)), method);
  EXPECT_EQ(method_named("svd?"), std::nullopt);
}

}  // namespace
}  // namespace het
