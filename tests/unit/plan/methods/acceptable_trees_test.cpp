#include "blacs_het/plan/methods/trees/acceptable_trees.hpp"

#include <numeric>

#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/trees/climb.hpp"
#include "blacs_het/plan/methods/trees/two_rows.hpp"
#include "tests/unit/plan/methods/tree_references.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

Arrangement in_reading_order(int p, int q, const std::vector<double>& t) {
  std::vector<int> order(static_cast<std::size_t>(p * q));
  std::iota(order.begin(), order.end(), 0);
  return Arrangement(p, q, t, order);
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
    EXPECT_EQ(walked, acceptable_tree_count(static_cast<std::size_t>(p), static_cast<std::size_t>(q)))
        << p << "x" << q;
  }
}

// Both printed searches find the trees that the walk finds.
TEST(SpanningTrees, WalkFindsExactlyTheTreesOfThePapersSearches) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Arrangement a = in_reading_order(3, 4, test::random_cycle_times(12, seed));
    const double best = best_acceptable_tree(a).work_rate;
    for (const auto& search : {test::for_each_tree_among_all_subsets, test::generate_trees}) {
      const test::Visited visited = test::visited_by(search, a);
      EXPECT_EQ(visited.trees, acceptable_tree_count(3, 4));
      EXPECT_NEAR(best, visited.best, 1e-12 * best);
    }
  }
}

// BPRR99 Table 5: an upper bound on what Generate_tree visits, far above the number of trees.
TEST(SpanningTrees, GenerateTreeIsBoundedByTable5) {
  const double table[6][6] = {{1, 1, 1, 1, 1, 1},
                              {1, 3, 7, 15, 31, 63},
                              {1, 7, 31, 115, 391, 1267},
                              {1, 15, 115, 675, 3451, 16275},
                              {1, 31, 391, 3451, 25231, 164731},
                              {1, 63, 1267, 16275, 164731, 1441923}};
  for (int p = 1; p <= 6; ++p)
    for (int q = 1; q <= 6; ++q)
      EXPECT_EQ(test::generate_tree_complexity(p, q), table[p - 1][q - 1]) << p << "x" << q;
  for (const auto& [p, q] : {std::pair{2, 5}, {4, 2}, {4, 4}, {5, 4}}) {
    const Arrangement a = in_reading_order(p, q, test::random_cycle_times(p * q, 4));
    const test::Visited visited = test::visited_by(test::generate_trees, a);
    EXPECT_EQ(visited.trees, acceptable_tree_count(static_cast<std::size_t>(p), static_cast<std::size_t>(q)));
    EXPECT_LE(visited.trees, table[p - 1][q - 1]);
    EXPECT_NEAR(visited.best, best_acceptable_tree(a).work_rate, 1e-12 * visited.best);
  }
}

TEST(SpanningTrees, TiesAreWalkedThroughToo) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Arrangement a = in_reading_order(3, 3, test::tied_cycle_times(9, 3, seed));
    int walked = 0;
    for_each_acceptable_tree(a, [&](const Shares&) { ++walked; });
    EXPECT_EQ(walked, 6);
    const test::Visited all = test::visited_by(test::for_each_tree_among_all_subsets, a);
    EXPECT_NEAR(best_acceptable_tree(a).work_rate, all.best, 1e-12);
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
    EXPECT_NEAR(best, test::best_2x2_work_rate(t[0], t[1], t[2], t[3]), 1e-12 * best);
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

// Merging equal lines changes the number of trees, not the best one.
TEST(SpanningTrees, EqualRowsAndColumnsAreMerged) {
  const Arrangement a = parse_arrangement("1,2,1,5;3,1,3,4;1,2,1,5;3,1,3,4");
  const MergedGrid merged = merged_grid(4, 4, a.cycle_times());
  EXPECT_EQ(merged.grid.p, 2u);
  EXPECT_EQ(merged.grid.q, 3u);
  EXPECT_EQ(merged.grid.row_count, (std::vector<double>{2, 2}));
  EXPECT_EQ(merged.grid.col_count, (std::vector<double>{2, 1, 1}));
  EXPECT_EQ(merged.col_of, (std::vector<std::size_t>{0, 1, 0, 2}));
  double walked = 0;
  for_each_acceptable_tree(a, [&](const Shares& shares) { walked = std::max(walked, shares.work_rate); });
  EXPECT_NEAR(best_acceptable_tree(a).work_rate, walked, 1e-12 * walked);
}

TEST(SpanningTrees, LongThinGridsHaveAClosedForm) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Arrangement a = in_reading_order(
        2, 7, seed % 2 ? test::random_cycle_times(14, seed) : test::tied_cycle_times(14, 4, seed));
    double walked = 0;
    for_each_acceptable_tree(a, [&](const Shares& shares) { walked = std::max(walked, shares.work_rate); });
    EXPECT_NEAR(best_acceptable_tree(a).work_rate, walked, 1e-12 * walked);
    EXPECT_NEAR(best_acceptable_tree(a.transposed()).work_rate, walked, 1e-12 * walked);
  }
}

// Parts are joined the way that does not lower W, whatever the rows are that it starts from.
TEST(SpanningTrees, EnteringAtAnyRowsNeverLowersW) {
  int joined = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Arrangement a = in_reading_order(5, 6, test::random_cycle_times(30, seed));
    const std::vector<double> rows = test::random_cycle_times(5, 1000 + seed);
    SpanningTree<double> tree(5, 6);
    for (std::size_t k = 0; k < 30; ++k) tree.cycle_time(k) = a.cycle_times()[k];
    for (std::size_t i = 0; i < 5; ++i) tree.weight(i) = rows[i];
    tree.enter_at_rows();
    const double start = normalised_shares(rows, fitting_columns(a, rows)).work_rate;
    EXPECT_GE(tree.work_rate(), start * (1 - 1e-12)) << seed;
    EXPECT_EQ(tree.edges().size(), 10u);
    joined += tree.work_rate() > start * (1 + 1e-9);
    std::vector<double> reached;
    for (std::size_t i = 0; i < 5; ++i) reached.push_back(tree.row_weight(i));
    EXPECT_NEAR(fitted_shares(a, reached).work_rate, tree.work_rate(), 1e-9 * tree.work_rate()) << seed;
  }
  EXPECT_GT(joined, 50);
}

TEST(SpanningTrees, ClimbingNeverLosesAndOftenFindsTheBest) {
  int found = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Arrangement a = heuristic_arrangement(test::random_cycle_times(20, seed), 4, 5);
    WorkLimit limit(1e6), none(0);
    const Shares start = heuristic_shares(a), climbed = climb_trees(a, start.row_weight, limit);
    const double best = best_acceptable_tree(a).work_rate;
    test::expect_consistent(a, climbed);
    EXPECT_GE(climbed.work_rate, start.work_rate * (1 - 1e-12));
    EXPECT_LE(climbed.work_rate, best * (1 + 1e-12));
    EXPECT_GE(climb_trees(a, start.row_weight, none).work_rate, start.work_rate * (1 - 1e-12));
    found += climbed.work_rate > best * (1 - 1e-12);
  }
  EXPECT_GE(found, 20);
}

// Equal processors: every pivot is a tie, and the climb must end.
TEST(SpanningTrees, ClimbingEndsOnTies) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Arrangement a = in_reading_order(6, 6, test::tied_cycle_times(36, 2, seed));
    WorkLimit limit(1e7);
    test::expect_consistent(a, climb_trees(a, std::vector<double>(6, 1.0), limit));
    EXPECT_FALSE(limit.exhausted());
  }
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
