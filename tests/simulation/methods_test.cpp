// The methods that xhetsim compares: how many processes they put on a host, and what others on it cost.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/methods/method.hpp"
#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

using Words = std::vector<std::string>;

// Rows of a dry run that must succeed, by method.
std::map<std::string, VirtualTime> by_method(const std::string& platform, const std::string& ranks_per_host,
                                             const Words& arguments) {
  const auto run =
      simulate(platform, {"--dry", "--poll", "1e-6", "--ranks-per-host", ranks_per_host}, arguments);
  EXPECT_EQ(run.status, 0) << run.errors;
  std::map<std::string, VirtualTime> rows;
  for (const VirtualTime& row : run.rows) rows[row.method] = row;
  return rows;
}

TEST(Several, ShareTheSpeedOfTheirHost) {
  const Words product{"--routine", "gemm", "--n", "1000", "--grid", "1x2", "--method"};
  const auto with = [&](const char* method) {
    Words words = product;
    words.push_back(method);
    return words;
  };
  const auto two_hosts = by_method("equal9-switch100", "2*1,7*0", with("uniform"));
  const Words several{"--routine", "gemm", "--n", "1000", "--method", "several:1x2"};
  const auto one_host = by_method("equal9-switch100", "2,8*0", several);
  EXPECT_NEAR(one_host.at("several:1x2").seconds / two_hosts.at("uniform").seconds, 2, 0.1);
}

// Hosts of cycle-times 1, 1 and 4: equal shares of thirds take 4/3; of ninths, 4 on each fast host, 4/9.
TEST(Several, AreAsManyAsEqualSharesNeed) {
  const auto rows =
      by_method("bprr99-switch100", "2*6,0,3,5*0",
                {"--routine", "gemm", "--n", "960", "--nb", "32", "--method", "uniform,several"});
  EXPECT_EQ(rows.at("uniform").grid, "1x3");
  EXPECT_EQ(rows.at("several").grid, "3x3");
  EXPECT_NEAR(rows.at("uniform").seconds / rows.at("several").seconds, 3, 0.25);
}

TEST(Methods, OfOneProcessForEachHostLoseNothingToOthersThatIdle) {
  const Words arguments{"--routine", "gemm,getrf", "--n", "300",      "--nb",
                        "32",        "--grid",     "3x3", "--method", "het:3x3,uniform,subset"};
  const Words options{"--dry", "--poll", "1e-6"};
  Words shared = options;
  shared.insert(shared.end(), {"--ranks-per-host", "speed:2"});
  const auto alone = simulate("bprr99-switch10", options, arguments);
  const auto crowded = simulate("bprr99-switch10", shared, arguments);
  ASSERT_EQ(alone.status + crowded.status, 0) << alone.errors << crowded.errors;
  ASSERT_EQ(alone.rows.size(), 6u);
  ASSERT_EQ(crowded.rows.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(crowded.rows[i].grid, alone.rows[i].grid);
    EXPECT_NEAR(crowded.rows[i].seconds / alone.rows[i].seconds, 1, 1e-6) << alone.rows[i].name();
  }
}

// As mode auto does, ScaLAPACK aside: a product on equal hosts has nothing to gain where each has the same blocks,
// three by three, and something where some have four; a small LU gains on some of the hosts.
TEST(Het, MovesTheMatrixOnlyWhereThatGains) {
  const auto rows_on = [](const char* platform, const char* n) {
    return simulate(platform, {"--dry", "--poll", "1e-6"},
                    {"--routine", "gemm,getrf", "--n", n, "--grid", "3x3", "--method", "het,uniform"})
        .rows;
  };
  const auto equal = rows_on("equal9-switch10", "576"), ragged = rows_on("equal9-switch10", "640"),
             unequal = rows_on("bprr99-switch10", "600");
  ASSERT_EQ(equal.size(), 4u);
  ASSERT_EQ(ragged.size(), 4u);
  ASSERT_EQ(unequal.size(), 4u);
  EXPECT_TRUE(equal[0].in_place);
  EXPECT_NEAR(equal[0].seconds / equal[1].seconds, 1, 1e-4) << "but for what all hear of layouts to move to";
  EXPECT_FALSE(ragged[0].in_place);
  EXPECT_LT(1.15 * ragged[0].seconds, ragged[1].seconds);
  EXPECT_FALSE(equal[2].in_place);
  EXPECT_LT(1.3 * equal[2].seconds, equal[3].seconds);
  EXPECT_FALSE(unequal[0].in_place);
  EXPECT_LT(2 * unequal[0].seconds, unequal[1].seconds);
}

// xhetsim lets pass all words of the library, and the library takes them.
TEST(Methods, NameEachPlanAndEachOrderOfBlocks) {
  std::string methods = "het:2x2";
  for (const Method plan : all_methods()) methods += fmt::format(",het:2x2:{}", method_name(plan));
  for (const std::string_view order : block_order_names)
    methods += fmt::format(",het:2x2:{0},het:2x2:best:{0}", order);
  const auto rows =
      by_method("bprr99-switch10", "4*1,5*0", {"--routine", "gemm", "--n", "64", "--method", methods});
  EXPECT_EQ(rows.size(), 1 + all_methods().size() + 2 * block_order_names.size());
}

}  // namespace
}  // namespace het::test
