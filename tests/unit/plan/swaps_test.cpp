#include "blacs_het/plan/methods/swaps.hpp"

#include "blacs_het/plan/methods/heuristic.hpp"
#include "blacs_het/plan/methods/spanning_trees.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

Candidate heuristic_start(const std::vector<double>& t, int p, int q) {
  Arrangement a = heuristic_arrangement(t, p, q);
  Shares s = heuristic_shares(a);
  return {a, s, false};
}

TEST(Swaps, EndWhereNoExchangeOfTwoHelps) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const std::vector<double> t = test::random_cycle_times(9, seed);
    WorkLimit limit(1e9);
    const Candidate start = heuristic_start(t, 3, 3), end = improve_by_swaps(start, limit);
    test::expect_consistent(end.arrangement, end.shares);
    EXPECT_GE(end.shares.work_rate, start.shares.work_rate);
    const std::vector<int> order(end.arrangement.order().begin(), end.arrangement.order().end());
    for (std::size_t a = 0; a < 9; ++a)
      for (std::size_t b = a + 1; b < 9; ++b) {
        std::vector<int> other = order;
        std::swap(other[a], other[b]);
        EXPECT_LE(best_acceptable_tree(Arrangement(3, 3, t, other)).work_rate,
                  end.shares.work_rate * (1 + 1e-11));
      }
  }
}

TEST(Swaps, ImproveAlsoWhereTreesAreTooManyToWalk) {
  const std::vector<double> t = test::random_cycle_times(144, 2);
  WorkLimit limit(3e6);
  const Candidate start = heuristic_start(t, 12, 12), end = improve_by_swaps(start, limit);
  test::expect_consistent(end.arrangement, end.shares);
  EXPECT_GT(end.shares.work_rate, 1.2 * start.shares.work_rate);
  std::vector<int> used(end.arrangement.order().begin(), end.arrangement.order().end());
  std::sort(used.begin(), used.end());
  for (int k = 0; k < 144; ++k) EXPECT_EQ(used[static_cast<std::size_t>(k)], k);
}

TEST(Swaps, StopWithTheirPurse) {
  const std::vector<double> t = test::random_cycle_times(64, 2);
  WorkLimit limit(1);
  const Candidate start = heuristic_start(t, 8, 8), end = improve_by_swaps(start, limit);
  EXPECT_GE(end.shares.work_rate, start.shares.work_rate);
  EXPECT_TRUE(limit.exhausted());
}

}  // namespace
}  // namespace het
