#include "blacs_het/plan/shares.hpp"

#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

// BPRR99 §3.1.2: cycle-times 1 2 / 3 6 balance perfectly.
TEST(Shares, WorkedExampleIsPerfect) {
  const Arrangement a = parse_arrangement("1,2;3,6");
  const Shares s = fitted_shares(a, std::vector<double>{3, 1});
  EXPECT_DOUBLE_EQ(s.row_weight[1], 1.0 / 3);
  EXPECT_DOUBLE_EQ(s.col_weight[0], 1);
  EXPECT_DOUBLE_EQ(s.col_weight[1], 0.5);
  EXPECT_DOUBLE_EQ(s.work_rate, 2);
  EXPECT_DOUBLE_EQ(work_rate_bound(a), 2);
  EXPECT_DOUBLE_EQ(uniform_work_rate(a), 4.0 / 6);
  EXPECT_TRUE(reaches_bound(a, s));
}

TEST(Shares, FittingRowsIsFittingColumnsOfTheTranspose) {
  const Arrangement a(3, 4, test::random_cycle_times(12, 3), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const std::vector<double> columns{1, 0.3, 2, 0.7};
  EXPECT_EQ(fitting_rows(a, columns), fitting_columns(a.transposed(), columns));
}

// The refinement of BPRR99 §4.4.4 stops after one sweep: fitting the fitted changes nothing.
TEST(Shares, AlternatingFurtherChangesNothing) {
  const Arrangement a(3, 3, test::random_cycle_times(9, 5), {0, 1, 2, 3, 4, 5, 6, 7, 8});
  const Shares once = fitted_shares(a, std::vector<double>{1, 0.4, 0.9});
  const Shares again = fitted_shares(a, once.row_weight);
  test::expect_consistent(a, once);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(again.row_weight[i], once.row_weight[i], 1e-14);
    EXPECT_NEAR(again.col_weight[i], once.col_weight[i], 1e-14);
  }
}

TEST(Shares, TransposedIsNormalisedAgain) {
  const Arrangement a = parse_arrangement("2,3,5;4,4,4");
  const Shares s = fitted_shares(a, std::vector<double>{1, 1});
  const Shares flipped = transposed(s);
  test::expect_consistent(a.transposed(), flipped);
  EXPECT_NEAR(flipped.work_rate, s.work_rate, 1e-14);
}

TEST(Shares, WrongNumbersOfWeightsAreErrors) {
  const Arrangement a = parse_arrangement("1,2;3,6");
  EXPECT_NE(test::error_of([&] { fitting_columns(a, std::vector<double>{1}); }).find("1 row weights"),
            std::string::npos);
  EXPECT_NE(test::error_of([&] {
              fitting_rows(a, std::vector<double>{1, 1, 1});
            }).find("3 column weights"),
            std::string::npos);
}

}  // namespace
}  // namespace het
