// Dry runs, which skip matrix products, take the same virtual time.
#include <gtest/gtest.h>

#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

class DryAndFull : public testing::TestWithParam<const char*> {
 protected:
  // Seconds of one and the same run, done in full and dry.
  void expect_equal(const std::string& routines, double tolerance) {
    const std::vector<std::string> arguments{"--routine", routines, "--n",      "330,500",
                                             "--nb",      "32",     "--method", "het:3x3,uniform",
                                             "--grid",    "3x3"};
    const std::string platform = GetParam();
    auto meanwhile =
        simulate_meanwhile(platform, std::vector<std::string>{"--poll", "1e-6", "--np", "9"}, arguments);
    const auto dry = simulate(platform, {"--poll", "1e-6", "--np", "9", "--dry"}, arguments);
    const auto full = meanwhile.get();
    ASSERT_EQ(full.status, 0) << full.errors;
    ASSERT_EQ(dry.status, 0) << dry.errors;
    ASSERT_FALSE(full.rows.empty());
    ASSERT_EQ(full.rows.size(), dry.rows.size());
    for (std::size_t i = 0; i < full.rows.size(); ++i) {
      EXPECT_EQ(full.rows[i].name(), dry.rows[i].name());
      EXPECT_NEAR(dry.rows[i].seconds, full.rows[i].seconds, tolerance * full.rows[i].seconds)
          << full.rows[i].name();
    }
  }
};

TEST_P(DryAndFull, AgreeForProductQrAndCholesky) { expect_equal("gemm,geqrf,potrf", 1e-9); }
TEST_P(DryAndFull, AgreeForLuButForItsPivots) { expect_equal("getrf", 0.03); }

INSTANTIATE_TEST_SUITE_P(Platforms, DryAndFull, testing::Values("bprr99-switch10", "bprr99-switch1"),
                         [](const auto& about) {
                           return std::string(about.index ? "SlowNetwork" : "FastNetwork");
                         });

}  // namespace
}  // namespace het::test
