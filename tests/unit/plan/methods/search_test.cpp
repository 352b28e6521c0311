#include "blacs_het/plan/methods/search/search.hpp"

#include <array>

#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/search/descent.hpp"
#include "blacs_het/plan/methods/search/field.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

Candidate heuristic_start(const std::vector<double>& t, int p, int q) {
  Arrangement a = heuristic_arrangement(t, p, q);
  Shares s = heuristic_shares(a);
  return {a, s, false};
}

void expect_all_used(const Arrangement& a) {
  std::vector<int> used(a.order().begin(), a.order().end());
  std::sort(used.begin(), used.end());
  for (std::size_t k = 0; k < used.size(); ++k) EXPECT_EQ(used[k], static_cast<int>(k));
}

// The second half of the promise: no exchange of two, settled, is better than the end.
TEST(Swaps, EndWhereNoExchangeOfTwoHelps) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const std::vector<double> t = test::random_cycle_times(9, seed);
    WorkLimit limit(1e8);
    const Candidate start = heuristic_start(t, 3, 3), end = improve_by_swaps(t, start, limit);
    test::expect_consistent(end.arrangement, end.shares);
    EXPECT_GE(end.shares.work_rate, start.shares.work_rate);
    const Field field(t, 3, 3);
    Descent descent(field.sorted_cycle_times(), 3, 3, limit);
    for (std::size_t a = 0; a < 9; ++a)
      for (std::size_t b = a + 1; b < 9; ++b) {
        Position other = field.position_of(end);
        std::swap(other.rank[a], other.rank[b]);
        descent.settle(other, Climb::over_ridges);
        EXPECT_LE(other.work_rate, end.shares.work_rate * (1 + 1e-8));
      }
  }
}

TEST(Swaps, ImproveLargeGridsWithinTheirLimit) {
  const std::vector<double> t = test::random_cycle_times(144, 2);
  WorkLimit limit(1e6);
  const Candidate start = heuristic_start(t, 12, 12), end = improve_by_swaps(t, start, limit);
  test::expect_consistent(end.arrangement, end.shares);
  EXPECT_GT(end.shares.work_rate, 1.2 * start.shares.work_rate);
  expect_all_used(end.arrangement);
  WorkLimit none(1);
  EXPECT_GE(improve_by_swaps(t, start, none).shares.work_rate, start.shares.work_rate);
}

// Sorting and climbing in turns: feasible, never worse, and at the end nobody wants to move.
TEST(Descent, SettlesUphill) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(20, seed) : test::tied_cycle_times(20, 4, seed);
    const Candidate start = heuristic_start(t, 4, 5);
    const Field field(t, 4, 5);
    WorkLimit limit(1e7);
    Descent descent(field.sorted_cycle_times(), 4, 5, limit);
    Position position = field.position_of(start);
    descent.settle(position, Climb::over_ridges);
    EXPECT_GE(position.work_rate, start.shares.work_rate * (1 - 1e-8));
    const double settled = position.work_rate;
    descent.settle(position, Climb::over_ridges);
    EXPECT_NEAR(position.work_rate, settled, 1e-9 * settled);
    const Candidate end = field.candidate_of(position, limit);
    test::expect_consistent(end.arrangement, end.shares);
    EXPECT_NEAR(end.shares.work_rate, settled, 1e-8 * settled);
    EXPECT_FALSE(limit.exhausted());
  }
}

TEST(Search, NeverEndsBelowItsStarts) {
  for (const double steps : {0.0, 1e3, 1e5}) {
    const std::vector<double> t = test::random_cycle_times(30, 6);
    const std::array starts{heuristic_start(t, 5, 6)};
    WorkLimit limit(steps);
    const Candidate end = iterated_search(t, starts, 1, limit);
    test::expect_consistent(end.arrangement, end.shares);
    EXPECT_GE(end.shares.work_rate, starts[0].shares.work_rate);
    expect_all_used(end.arrangement);
  }
}

TEST(Search, SeedDecidesAlone) {
  const std::vector<double> t = test::random_cycle_times(64, 3);
  const std::array starts{heuristic_start(t, 8, 8)};
  const auto found = [&](std::uint64_t seed) {
    WorkLimit limit(3e5);
    return iterated_search(t, starts, seed, limit);
  };
  const Candidate first = found(7);
  EXPECT_EQ(found(7).arrangement, first.arrangement);
  EXPECT_EQ(found(7).shares, first.shares);
  EXPECT_NE(found(8).arrangement, first.arrangement);
}

}  // namespace
}  // namespace het
