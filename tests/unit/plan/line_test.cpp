#include "blacs_het/plan/line.hpp"

#include <functional>
#include <numeric>

#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

const std::vector<double> toy{3, 5, 8};

// BPRR99 §2.3.1.
TEST(Line, TenChunksForThreeProcessors) { EXPECT_EQ(allocate_line(toy, 10), (std::vector<Extent>{5, 3, 2})); }

// BPRR99 Table 1 (row 8 corrected to 1.875): allocation and average cost of every count.
TEST(Line, AllocationsOfTable1) {
  const struct {
    std::vector<Extent> counts;
    double cost;
  } rows[] = {{{1, 0, 0}, 3},        {{1, 1, 0}, 2.5},      {{2, 1, 0}, 2},        {{2, 1, 1}, 2},
              {{3, 1, 1}, 1.8},      {{3, 2, 1}, 10.0 / 6}, {{4, 2, 1}, 12.0 / 7}, {{5, 2, 1}, 1.875},
              {{5, 3, 1}, 15.0 / 9}, {{5, 3, 2}, 1.6}};
  for (Extent m = 1; m <= 10; ++m) {
    const auto& row = rows[m - 1];
    EXPECT_EQ(allocate_line(toy, m), row.counts) << m;
    EXPECT_DOUBLE_EQ(makespan(toy, row.counts) / static_cast<double>(m), row.cost);
  }
}

// BPRR99 Table 2, 0-based.
TEST(Line, OrderOfTable2) {
  EXPECT_EQ(line_order(toy, 10), (std::vector<int>{0, 1, 0, 2, 0, 1, 0, 0, 1, 2}));
}

double best_makespan(const std::vector<double>& t, Extent count) {
  double best = 1e300;
  std::vector<Extent> counts(t.size());
  const std::function<void(std::size_t, Extent)> fill = [&](std::size_t k, Extent left) {
    if (k + 1 == t.size()) {
      counts[k] = left;
      best = std::min(best, makespan(t, counts));
      return;
    }
    for (Extent c = 0; c <= left; ++c) counts[k] = c, fill(k + 1, left - c);
  };
  fill(0, count);
  return best;
}

TEST(Line, NoOtherAllocationIsShorter) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(4, seed) : test::tied_cycle_times(4, 6, seed);
    for (Extent m = 0; m <= 12; ++m) {
      const auto counts = allocate_line(t, m);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), Extent{0}), m);
      EXPECT_DOUBLE_EQ(makespan(t, counts), best_makespan(t, m));
    }
  }
}

TEST(Line, EveryLeadingPartOfTheOrderIsAnOptimalAllocation) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const std::vector<double> t =
        seed % 2 ? test::random_cycle_times(5, seed) : test::tied_cycle_times(5, 4, seed);
    std::vector<Extent> counts(5);
    Extent m = 0;
    for (const int k : line_order(t, 60)) {
      ++counts[static_cast<std::size_t>(k)];
      EXPECT_EQ(counts, allocate_line(t, ++m));
    }
  }
}

TEST(Line, EqualProcessorsShareEqually) {
  EXPECT_EQ(allocate_line(std::vector<double>(4, 2.5), 12), (std::vector<Extent>(4, 3)));
  EXPECT_EQ(line_order(std::vector<double>(3, 1), 7), (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
}

TEST(Line, HugeCountsDoNotLoop) {
  const auto counts = allocate_line(toy, 79'000'000'000'000);
  EXPECT_EQ(counts, (std::vector<Extent>{40'000'000'000'000, 24'000'000'000'000, 15'000'000'000'000}));
}

// BDRV99 Table 2 is BPRR99 Table 1 up to seven chunks, of which six are best.
TEST(BestChunks, OfTheToyExample) {
  EXPECT_EQ(best_chunks(toy, 7), (std::vector<Extent>{3, 2, 1}));
  EXPECT_EQ(best_chunks(toy, 1), (std::vector<Extent>{1, 0, 0}));
}

// BDRV99 Table 3, on the eight workstations of its Table 1.
TEST(BestChunks, BlockSizesOfTable3) {
  const std::vector<double> t{11, 26, 33, 33, 38, 40, 528, 530};
  const struct {
    Extent most;
    std::vector<Extent> counts;
    double cost;
  } rows[] = {{25, {7, 3, 2, 2, 2, 2, 0, 0}, 4.44},
              {50, {15, 6, 5, 5, 4, 4, 0, 0}, 4.23},
              {100, {33, 14, 11, 11, 9, 9, 0, 0}, 4.18},
              {150, {52, 22, 17, 17, 15, 14, 1, 1}, 4.12}};
  for (const auto& row : rows) {
    EXPECT_EQ(best_chunks(t, row.most), row.counts);
    const Extent chunk = std::accumulate(row.counts.begin(), row.counts.end(), Extent{0});
    EXPECT_NEAR(makespan(t, row.counts) / static_cast<double>(chunk), row.cost, 0.0051);
  }
}

TEST(BestChunks, NoShorterPeriodIsBetter) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<double> t = test::random_cycle_times(4, seed);
    const std::vector<Extent> best = best_chunks(t, 30);
    const auto average = [&](const std::vector<Extent>& counts) {
      return makespan(t, counts) /
             static_cast<double>(std::accumulate(counts.begin(), counts.end(), Extent{0}));
    };
    for (Extent m = 1; m <= 30; ++m) EXPECT_GE(average(allocate_line(t, m)), average(best) * (1 - 1e-12));
  }
}

TEST(Line, BadInputIsAnError) {
  EXPECT_NE(test::error_of([] { best_chunks(toy, 0); }).find("at most 0"), std::string::npos);

  EXPECT_NE(test::error_of([] { allocate_line(toy, -1); }).find("-1"), std::string::npos);
  EXPECT_NE(test::error_of([] {
              allocate_line(std::vector<double>{1, 0}, 3);
            }).find("entry 2: '0'"),
            std::string::npos);
  EXPECT_NE(test::error_of([] { line_order({}, 3); }), "no error");
}

}  // namespace
}  // namespace het
