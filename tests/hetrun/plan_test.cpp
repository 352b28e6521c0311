#include "testing_drivers/hetrun/plan/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

std::vector<double> core_loads(const Plan& plan, size_t cores) {
  std::vector<double> loads(cores, 0.0);
  for (size_t rank = 0; rank < plan.cycle_times.size(); ++rank)
    loads[plan.core_of[rank]] += plan.duty(static_cast<int>(rank));
  return loads;
}

// All cores^ranks assignments.
double smallest_dilation(const std::vector<double>& times, const std::vector<double>& capacities) {
  size_t assignments = 1;
  for (size_t i = 0; i < times.size(); ++i) assignments *= capacities.size();
  double best = 1e300;
  for (size_t code = 0; code < assignments; ++code) {
    std::vector<double> used(capacities.size(), 0.0);
    for (size_t rest = code, rank = 0; rank < times.size(); ++rank, rest /= capacities.size())
      used[rest % capacities.size()] += 1 / times[rank];
    double load = 0;
    for (size_t core = 0; core < used.size(); ++core) load = std::max(load, used[core] / capacities[core]);
    best = std::min(best, load / core_load_limit);
  }
  return best;
}

TEST(Plan, OneTwoThreeSixOnTwoCoresFillsBoth) {
  const Plan plan = plan_ranks(std::vector<double>{1, 2, 3, 6}, std::vector<double>{1, 1});
  EXPECT_NEAR(plan.dilation, 1 / 0.9, 1e-12);
  EXPECT_NEAR(plan.duty(0), 0.9, 1e-12);
  EXPECT_NEAR(plan.duty(3), 0.15, 1e-12);
  EXPECT_EQ(plan.core_of[1], plan.core_of[2]);
  EXPECT_EQ(plan.core_of[2], plan.core_of[3]);
  EXPECT_NE(plan.core_of[0], plan.core_of[1]);
}

TEST(Plan, EveryRankHasACoreOfItsOwnWhenThereAreEnough) {
  const Plan plan = plan_ranks(std::vector<double>{2, 1, 4}, std::vector<double>(8, 1.0));
  EXPECT_NEAR(plan.dilation, 1 / 0.9, 1e-12);
  for (double load : core_loads(plan, 8)) EXPECT_LE(load, 0.9 + 1e-12);
}

TEST(Plan, LongestProcessingTimeFirstIsNotEnough) {
  // Weights 3 3 2 2 2 on two cores: LPT gives 7, the best is 6.
  const std::vector<double> times{1 / 3., 1 / 3., 1 / 2., 1 / 2., 1 / 2.};
  EXPECT_NEAR(plan_ranks(times, std::vector<double>{1, 1}).dilation, 6 / 0.9, 1e-9);
}

TEST(Plan, IsTheBestOfAllAssignments) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> time(1, 9);
  for (int sample = 0; sample < 60; ++sample) {
    std::vector<double> times(2 + sample % 6);
    for (double& t : times) t = sample % 3 == 0 ? std::round(time(random)) : time(random);
    const std::vector<double> capacities =
        sample % 2 ? std::vector<double>{1, 1, 0.5} : std::vector<double>{1, 1};
    const Plan plan = plan_ranks(times, capacities);
    EXPECT_NEAR(plan.dilation, smallest_dilation(times, capacities), 1e-9);
  }
}

TEST(Plan, DutiesFitOnEachCoreAndFillTheFullestOne) {
  const std::vector<double> nine{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8};
  std::vector<double> many;
  for (int i = 0; i < 96; ++i) many.push_back(1 + (i * 37 % 17) / 3.0);
  for (const auto& times : {nine, many})
    for (size_t cores : {1, 2, 5}) {
      const Plan plan = plan_ranks(times, std::vector<double>(cores, 1.0));
      const std::vector<double> loads = core_loads(plan, cores);
      EXPECT_NEAR(*std::max_element(loads.begin(), loads.end()), 0.9, 1e-9);
    }
}

TEST(Plan, RefusesARankThatWouldNeverStart) {
  const std::vector<double> one_core{1};
  EXPECT_NO_THROW(plan_ranks(std::vector<double>{1, 5000}, one_core));
  try {
    plan_ranks(std::vector<double>{1, 1e9}, one_core);
    ADD_FAILURE() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("rank 1: cycle-time 1e+09"), std::string::npos) << error.what();
  }
}

TEST(Plan, EqualInputGivesAnEqualPlan) {
  const std::vector<double> times{3, 1, 2}, capacities{1, 0.5};
  EXPECT_EQ(plan_ranks(times, capacities), plan_ranks(times, capacities));
}

TEST(CoreCapacities, AreWholeCoresAndARest) {
  EXPECT_EQ(core_capacities(0, 3), (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(core_capacities(2, 3), (std::vector<double>{1, 1}));
  EXPECT_EQ(core_capacities(1.5, 2), (std::vector<double>{1, 0.5}));
  EXPECT_EQ(core_capacities(0.25, 2), (std::vector<double>{0.25}));
}

TEST(CoreCapacities, RefuseWhatTheMachineDoesNotHave) {
  EXPECT_THROW(core_capacities(-1, 2), UsageError);
  EXPECT_THROW(core_capacities(2.5, 2), UsageError);
}

}  // namespace
}  // namespace het::run
