// xhetsim with somebody's ScaLAPACK, for which standin/standin.cpp stands in: its names and the library's in one
// program, its BLAS charged, its rows in the table.
#include <gtest/gtest.h>

#include <map>

#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

// Of the slowest of the nine processors of BPRR99.
constexpr double flops = 1e10 / 8, rows = 320, cols = 320, n = 960;

std::map<std::string, double> seconds(const std::string& order, const std::string& methods,
                                      const std::string& type, const std::vector<std::string>& environment) {
  const std::vector<std::string> options{"--dry", "--poll", "1e-6"},
      arguments{"--n", order, "--nb", "32", "--type", type, "--method", methods};
  const auto run = simulate("bprr99-switch10", options, arguments, environment, "xhetsim_standin");
  EXPECT_EQ(run.status, 0) << run.errors;
  std::map<std::string, double> found;
  for (const VirtualTime& row : run.rows) found[row.routine + " " + row.method] = row.seconds;
  return found;
}

TEST(ScalapackMethod, ChargesWhatItCallsOfTheBlas) {
  const auto found =
      seconds("960", "scalapack", "d", {"HETSCALAPACK_SIM_LEVEL2=1e-3", "HETSCALAPACK_SIM_COPY=1e6"});
  const auto expect = [&](const char* routine, double operations) {
    EXPECT_NEAR(found.at(std::string(routine) + " scalapack") / (operations / flops), 1, 0.03) << routine;
  };
  expect("pdgemm", 2 * rows * cols * n);               // its products
  expect("pdgetrf", rows / 2 * cols / 2 * cols / 2);   // its triangular solution
  expect("pdgeqrf", 1e3 * 2 * rows * (cols - 2));      // its product with a vector
  expect("pdpotrf", 1e6 * 2 * rows * sizeof(double));  // what it swaps
}

TEST(ScalapackMethod, ChargesShortProductsAndComplexOnesAsTheLibraryDoes) {
  const auto found = seconds("960", "scalapack", "z", {"HETSCALAPACK_SIM_HALF_K=320"});
  EXPECT_NEAR(found.at("pzgemm scalapack") / (8 * rows * cols * n * 2 / flops), 1, 0.03);
}

TEST(ScalapackMethod, LeavesTheLibrarysTimesAsTheyAre) {
  const auto both = seconds("480", "uniform,scalapack", "d", {});
  EXPECT_EQ(both.size(), 8u);
  const auto alone = simulate("bprr99-switch10", {"--dry", "--poll", "1e-6"},
                              {"--n", "480", "--nb", "32", "--method", "uniform"});
  ASSERT_EQ(alone.status, 0) << alone.errors;
  for (const VirtualTime& row : alone.rows)
    EXPECT_NEAR(both.at(row.routine + " uniform") / row.seconds, 1, 1e-6) << row.routine;
}

}  // namespace
}  // namespace het::test
