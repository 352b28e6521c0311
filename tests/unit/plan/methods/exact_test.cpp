#include "blacs_het/plan/methods/exact/exact.hpp"

#include <numeric>
#include <set>

#include "blacs_het/plan/methods/exact/arrangements.hpp"
#include "blacs_het/plan/methods/exact/pair_losses.hpp"
#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/trees/acceptable_trees.hpp"
#include "tests/unit/plan/methods/tree_references.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

int count_arrangements(const std::vector<double>& sorted, int p, int q) {
  int count = 0;
  test::for_each_non_decreasing_arrangement(sorted, p, q,
                                            [&](std::span<const int>) { return ++count, true; });
  return count;
}

// BPRR99 Table 4.
TEST(Exact, NumbersOfNonDecreasingArrangementsAreThoseOfTable4) {
  const int table[4][5] = {
      {1, 1, 1, 1, 1}, {1, 2, 5, 14, 42}, {1, 5, 42, 462, 6006}, {1, 14, 462, 24024, 1662804}};
  EXPECT_NEAR(arrangement_count(5, 5), 701149020, 1);
  for (int p = 1; p <= 4; ++p)
    for (int q = 1; q <= 5; ++q) {
      EXPECT_NEAR(arrangement_count(p, q), table[p - 1][q - 1], 1e-6);
      if (p * q == 20) continue;  // a second of its own
      std::vector<double> t(static_cast<std::size_t>(p * q));
      std::iota(t.begin(), t.end(), 1.0);
      EXPECT_EQ(count_arrangements(t, p, q), table[p - 1][q - 1]) << p << "x" << q;
    }
}

TEST(Exact, EqualProcessorsAreNotExchanged) {
  EXPECT_EQ(count_arrangements(std::vector<double>(1024, 1.0), 32, 32), 1);  // dead ends would last for ever
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::vector<double> t = test::tied_cycle_times(9, 4, seed);
    std::sort(t.begin(), t.end());
    // Every filling of places by values, each once, and all of them.
    std::set<std::vector<double>> fillings, all;
    int visited = 0;
    test::for_each_non_decreasing_arrangement(t, 3, 3, [&](std::span<const int> place) {
      std::vector<double> values;
      for (const int k : place) values.push_back(t[static_cast<std::size_t>(k)]);
      fillings.insert(values);
      return ++visited, true;
    });
    std::vector<double> values = t;
    do {
      bool ok = true;
      for (std::size_t k = 0; k < 9 && ok; ++k)
        ok = (k % 3 == 0 || values[k - 1] <= values[k]) && (k < 3 || values[k - 3] <= values[k]);
      if (ok) all.insert(values);
    } while (std::next_permutation(values.begin(), values.end()));
    EXPECT_EQ(visited, static_cast<int>(fillings.size()));
    EXPECT_EQ(fillings, all);
  }
}

TEST(Exact, EnumerationStopsWhenAsked) {
  int count = 0;
  test::for_each_non_decreasing_arrangement(std::vector<double>{1, 2, 3, 4, 5, 6}, 2, 3,
                                            [&](std::span<const int>) { return ++count < 3; });
  EXPECT_EQ(count, 3);
}

Candidate poor_start(const std::vector<double>& t, int p, int q) {
  Arrangement a = heuristic_arrangement(t, p, q);
  Shares s = heuristic_shares(a);
  return {a, s, false};
}

// BPRR99 Theorem 1: all arrangements against the non-decreasing ones, pruning included.
TEST(Exact, NoArrangementAtAllIsBetter) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(6, seed) : test::tied_cycle_times(6, 9, seed);
    WorkLimit limit(1e9);
    const Candidate found = exact_search(t, poor_start(t, 2, 3), limit);
    EXPECT_TRUE(found.optimal);
    test::expect_consistent(found.arrangement, found.shares);
    std::vector<int> order(6);
    std::iota(order.begin(), order.end(), 0);
    double best = 0;
    do best = std::max(best, best_acceptable_tree(Arrangement(2, 3, t, order)).work_rate);
    while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(found.shares.work_rate, best, 1e-12 * best);
  }
}

// From the worst start there is: all weight on one processor.
Candidate worst_start(const std::vector<double>& t, int p, int q) {
  Candidate start = poor_start(t, p, q);
  start.shares.work_rate = 1e-9;
  return start;
}

// A square grid's transposes are searched once, ties or not.
TEST(Exact, SquareGridsWithTiesLoseNothing) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::vector<double> t = test::tied_cycle_times(9, 3, seed);
    std::sort(t.begin(), t.end());
    double best = 0;
    test::for_each_non_decreasing_arrangement(t, 3, 3, [&](std::span<const int> place) {
      best =
          std::max(best, best_acceptable_tree(Arrangement(3, 3, t, {place.begin(), place.end()})).work_rate);
      return true;
    });
    WorkLimit limit(1e9);
    EXPECT_NEAR(exact_search(t, worst_start(t, 3, 3), limit).shares.work_rate, best, 1e-12 * best) << seed;
  }
}

TEST(Exact, PruningLosesNothing) {
  for (unsigned seed = 0; seed < 3; ++seed) {
    std::vector<double> t = test::random_cycle_times(12, seed);
    std::sort(t.begin(), t.end());
    double best = 0;
    test::for_each_non_decreasing_arrangement(t, 3, 4, [&](std::span<const int> place) {
      const Arrangement a(3, 4, t, {place.begin(), place.end()});
      best = std::max(best, best_acceptable_tree(a).work_rate);
      return true;
    });
    WorkLimit limit(1e9);
    EXPECT_NEAR(exact_search(t, poor_start(t, 3, 4), limit).shares.work_rate, best, 1e-12 * best);
  }
}

// What PairLosses promise: no arrangement of these rows does more than the speeds less the losses.
TEST(Exact, PairLossesAreNeverTooLarge) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::size_t p = 2 + seed % 4, q = 5;
    const std::vector<double> t = test::random_cycle_times(static_cast<int>(p * q), seed);
    std::vector<int> order(t.size());
    std::iota(order.begin(), order.end(), 0);
    const Arrangement a(static_cast<int>(p), static_cast<int>(q), t, order);
    PairLosses rows(p, q), cols(q, p);
    for (std::size_t k = 0; k < t.size(); ++k) rows.add(k / q, k % q, 1 / t[k]);
    for (std::size_t k = 0; k < t.size(); ++k) cols.add(k % q, k / q, 1 / t[k]);
    const double best = best_acceptable_tree(a).work_rate, bound = work_rate_bound(a);
    EXPECT_LE(best, (bound - rows.largest()) * (1 + 1e-12));
    EXPECT_LE(best, (bound - cols.largest()) * (1 + 1e-12));
    // Two rows lose exactly that.
    if (p == 2) {
      EXPECT_NEAR(best, bound - rows.largest(), 1e-12 * best);
    }
    EXPECT_GT(rows.largest() + cols.largest(), 0);
  }
}

TEST(Exact, PairLossesAreUndone) {
  PairLosses losses(3, 2);
  losses.add(0, 0, 1), losses.add(1, 0, 0.5), losses.add(2, 0, 0.25), losses.add(0, 1, 0.9),
      losses.add(1, 1, 0.1);
  const double before = losses.largest();
  EXPECT_GT(before, 0);
  losses.add(2, 1, 5);
  EXPECT_NE(losses.largest(), before);
  losses.remove(2);
  EXPECT_EQ(losses.largest(), before);
}

// Two grids that nothing but pruning and merging makes small.
TEST(Exact, LargeGridsOfFewTypesAreProven) {
  std::vector<double> t(36, 1.0);
  std::fill(t.begin() + 14, t.begin() + 25, 2.2);
  std::fill(t.begin() + 25, t.end(), 3.7);
  WorkLimit limit(1e8);
  const Candidate found = exact_search(t, poor_start(t, 6, 6), limit);
  EXPECT_TRUE(found.optimal);
  test::expect_consistent(found.arrangement, found.shares);
  EXPECT_GT(found.shares.work_rate, poor_start(t, 6, 6).shares.work_rate);
}

TEST(Exact, AnEmptyPurseProvesNothing) {
  const std::vector<double> t = test::random_cycle_times(16, 1);
  WorkLimit limit(100);
  const Candidate start = poor_start(t, 4, 4), found = exact_search(t, start, limit);
  EXPECT_FALSE(found.optimal);
  EXPECT_GE(found.shares.work_rate, start.shares.work_rate);
}

}  // namespace
}  // namespace het
