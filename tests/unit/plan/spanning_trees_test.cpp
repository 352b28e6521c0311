#include "blacs_het/plan/methods/spanning_trees.hpp"

#include <numeric>

#include "blacs_het/plan/methods/exact.hpp"
#include "blacs_het/plan/methods/heuristic.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

Arrangement in_reading_order(int p, int q, const std::vector<double>& t) {
  std::vector<int> order(static_cast<std::size_t>(p * q));
  std::iota(order.begin(), order.end(), 0);
  return Arrangement(p, q, t, order);
}

// Follows the edges chosen by `mask` from r_0 = 1; empty when they are no spanning tree or no acceptable one.
std::vector<double> rows_of_tree(const Arrangement& a, unsigned mask) {
  const int p = a.p(), q = a.q();
  std::vector<double> r(static_cast<std::size_t>(p), 0), c(static_cast<std::size_t>(q), 0);
  r[0] = 1;
  for (int round = 0; round < p + q; ++round)
    for (int e = 0; e < p * q; ++e) {
      if (!(mask >> e & 1)) continue;
      const auto i = static_cast<std::size_t>(e / q), j = static_cast<std::size_t>(e % q);
      if (r[i] > 0) c[j] = 1 / (r[i] * a.cycle_time(e / q, e % q));
      if (c[j] > 0) r[i] = 1 / (c[j] * a.cycle_time(e / q, e % q));
    }
  const auto zero = [](double x) { return x == 0; };
  if (std::any_of(r.begin(), r.end(), zero) || std::any_of(c.begin(), c.end(), zero)) return {};
  for (int e = 0; e < p * q; ++e)
    if (r[static_cast<std::size_t>(e / q)] * a.cycle_time(e / q, e % q) * c[static_cast<std::size_t>(e % q)] >
        1 + 1e-9)
      return {};
  return r;
}

// BPRR99 §4.3.1 and §7.2 as printed: all subsets of p+q-1 edges.
double best_of_all_subsets(const Arrangement& a, int* trees = nullptr) {
  double best = 0;
  for (unsigned mask = 0; mask < 1u << (a.p() * a.q()); ++mask) {
    if (__builtin_popcount(mask) != a.p() + a.q() - 1) continue;
    const std::vector<double> rows = rows_of_tree(a, mask);
    if (rows.empty()) continue;
    if (trees) ++*trees;
    best = std::max(best, fitted_shares(a, rows).work_rate);
  }
  return best;
}

TEST(SpanningTrees, GenericGridsHaveABinomialNumberOfThem) {
  EXPECT_EQ(acceptable_tree_count(4, 4), 20);
  EXPECT_EQ(acceptable_tree_count(8, 8), 3432);
  EXPECT_EQ(acceptable_tree_count(1, 9), 1);
  for (const auto& [p, q] : {std::pair{1, 5}, {5, 1}, {2, 2}, {2, 5}, {3, 4}, {4, 3}, {4, 4}, {5, 6}}) {
    int walked = 0;
    const Arrangement a = in_reading_order(p, q, test::random_cycle_times(p * q, 11));
    for_each_acceptable_tree(a, [&](const Shares& s) {
      ++walked;
      test::expect_consistent(a, s);
    });
    EXPECT_EQ(walked, acceptable_tree_count(p, q)) << p << "x" << q;
  }
}

TEST(SpanningTrees, WalkFindsExactlyTheTreesAmongAllSubsets) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Arrangement a = in_reading_order(3, 4, test::random_cycle_times(12, seed));
    int trees = 0;
    const double best = best_of_all_subsets(a, &trees);
    EXPECT_EQ(trees, acceptable_tree_count(3, 4));
    EXPECT_NEAR(best_acceptable_tree(a).work_rate, best, 1e-12 * best);
  }
}

TEST(SpanningTrees, TiesAreWalkedThroughToo) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Arrangement a = in_reading_order(3, 3, test::tied_cycle_times(9, 3, seed));
    int walked = 0;
    for_each_acceptable_tree(a, [&](const Shares&) { ++walked; });
    EXPECT_EQ(walked, 6);
    EXPECT_NEAR(best_acceptable_tree(a).work_rate, best_of_all_subsets(a), 1e-12);
  }
}

TEST(SpanningTrees, BestIsProvenAndTransposesToItself) {
  const Arrangement a = in_reading_order(5, 3, test::random_cycle_times(15, 2));
  const Shares best = best_acceptable_tree(a);
  EXPECT_TRUE(best.optimal);
  test::expect_consistent(a, best);
  EXPECT_NEAR(best_acceptable_tree(a.transposed()).work_rate, best.work_rate, 1e-12);
}

// BPRR99 §4.3.2: the closed form of a 2 x 2 grid is one more way to the same number.
TEST(SpanningTrees, TwoByTwoHasItsClosedForm) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::vector<double> t = test::random_cycle_times(4, seed);
    const double best = best_acceptable_tree(in_reading_order(2, 2, t)).work_rate;
    EXPECT_NEAR(best, best_2x2_work_rate(t[0], t[1], t[2], t[3]), 1e-12 * best);
  }
}

// BPRR99 §4.3.3.
TEST(SpanningTrees, RankOneReachesTheBound) {
  std::vector<double> t;
  for (const double row : {1.0, 2.5, 7.0})
    for (const double column : {1.0, 1.5, 4.0, 9.0}) t.push_back(row * column);
  const Arrangement a = in_reading_order(3, 4, t);
  EXPECT_TRUE(reaches_bound(a, best_acceptable_tree(a)));
}

TEST(SpanningTrees, NoRandomWeightsBeatTheBestTree) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> weight(0.01, 1);
  const Arrangement a = in_reading_order(4, 4, test::random_cycle_times(16, 9));
  const double best = best_acceptable_tree(a).work_rate;
  for (int round = 0; round < 2000; ++round) {
    const Shares s =
        fitted_shares(a, std::vector<double>{weight(engine), weight(engine), weight(engine), weight(engine)});
    EXPECT_LE(s.work_rate, best * (1 + 1e-12));
  }
}

TEST(SpanningTrees, ClimbingNeverLosesAndOftenFindsTheBest) {
  int found = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Arrangement a = heuristic_arrangement(test::random_cycle_times(20, seed), 4, 5);
    const Shares start = heuristic_shares(a), climbed = climb_trees(a, start.row_weight);
    const double best = best_acceptable_tree(a).work_rate;
    test::expect_consistent(a, climbed);
    EXPECT_GE(climbed.work_rate, start.work_rate * (1 - 1e-12));
    EXPECT_LE(climbed.work_rate, best * (1 + 1e-12));
    found += climbed.work_rate > best * (1 - 1e-12);
  }
  EXPECT_GE(found, 20);
}

TEST(SpanningTrees, TooManyAreRefused) {
  const Arrangement a = in_reading_order(16, 16, test::random_cycle_times(256, 1));
  EXPECT_NE(test::error_of([&] { best_acceptable_tree(a); }).find("16 x 16"), std::string::npos);
}

TEST(SpanningTrees, ExtremeRatiosStayFinite) {
  const Arrangement a = in_reading_order(3, 3, {1e-15, 1e15, 1, 1e15, 1e-15, 1, 1, 1, 1e-15});
  test::expect_consistent(a, best_acceptable_tree(a));
  EXPECT_GE(best_acceptable_tree(a).work_rate, 1e15);
}

}  // namespace
}  // namespace het
