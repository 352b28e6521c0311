#include "blacs_het/plan/pattern.hpp"

#include "blacs_het/plan/line.hpp"
#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

using Shares3 = std::vector<Extent>;

TEST(Pattern, ContiguousKeepsBlocksTogether) {
  EXPECT_EQ(contiguous_pattern(Shares3{3, 1, 2}), (std::vector<int>{0, 0, 0, 1, 2, 2}));
  EXPECT_EQ(contiguous_pattern(Shares3{0, 2, 0}), (std::vector<int>{1, 1}));
}

// BPRR99 §3.2.2: six panel columns, four for A with 3/20, two for B with 5/17, in the order ABAABA.
TEST(Pattern, InterleavedColumnsOfThePaper) {
  EXPECT_EQ(interleaved_pattern(std::vector<Extent>{4, 2}, std::vector<double>{3.0 / 20, 5.0 / 17}),
            (std::vector<int>{0, 1, 0, 0, 1, 0}));
}

TEST(Pattern, InterleavedByItsOwnCycleTimesIsTheLineOrder) {
  const std::vector<double> t{3, 5, 8};
  EXPECT_EQ(interleaved_pattern(allocate_line(t, 10), t), line_order(t, 10));
}

TEST(Pattern, InterleavedUsesEveryShareAndSpreadsIt) {
  const std::vector<Extent> shares{13, 0, 2, 5};
  const std::vector<int> owners = interleaved_pattern(shares);
  ASSERT_EQ(owners.size(), 20u);
  std::vector<Extent> counts(4);
  for (std::size_t m = 0; m < owners.size(); ++m) {
    ++counts[static_cast<std::size_t>(owners[m])];
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_LE(std::abs(static_cast<double>(counts[k]) - static_cast<double>(shares[k] * (m + 1)) / 20),
                1.5);
  }
  EXPECT_EQ(counts, shares);
}

TEST(Pattern, ReversedReadsFromTheEnd) {
  EXPECT_EQ(reversed_pattern(std::vector<int>{0, 1, 0, 2}), (std::vector<int>{2, 0, 1, 0}));
}

TEST(Pattern, OrdersHaveNames) {
  const std::vector<Extent> shares{3, 1};
  EXPECT_EQ(pattern_of(shares, *pattern_order_named("contiguous")), (std::vector<int>{0, 0, 0, 1}));
  EXPECT_EQ(pattern_of(shares, *pattern_order_named("interleaved")), (std::vector<int>{0, 0, 0, 1}));
  EXPECT_EQ(pattern_of(shares, *pattern_order_named("lu")), (std::vector<int>{1, 0, 0, 0}));
  EXPECT_EQ(pattern_order_named("best"), std::nullopt);
}

TEST(Pattern, NegativeSharesAndWrongLengthsAreErrors) {
  EXPECT_NE(test::error_of([] {
              contiguous_pattern(Shares3{1, -2, 0});
            }).find("share 1 is -2"),
            std::string::npos);
  EXPECT_NE(test::error_of([] {
              interleaved_pattern(Shares3{1, 2, 0}, std::vector<double>{1});
            }).find("3 shares"),
            std::string::npos);
}

}  // namespace
}  // namespace het
