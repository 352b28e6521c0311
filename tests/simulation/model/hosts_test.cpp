// Ranks that share hosts: what is predicted with links within and between hosts told apart, beside virtual time.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/hetrun/command.hpp"
#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

struct Seconds {
  double predicted = 0, simulated = 0;
};

// By routine and way.
std::map<std::string, Seconds> seconds_of(const char* platform, const std::vector<std::string>& options,
                                          const std::vector<std::string>& arguments) {
  run::test::Command command(simulation_command(platform, options, "xhetmodel", arguments));
  EXPECT_EQ(command.wait(), 0) << command.errors();
  std::map<std::string, Seconds> seconds;
  std::istringstream lines(command.output());
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    if (!row.contains("routine")) continue;
    const std::string key = row["routine"].get<std::string>() + " " + row["way"].get<std::string>();
    seconds[key] = {row["predicted"]["total"].get<double>(), row["measured"]["total"].get<double>()};
  }
  return seconds;
}

// By routine and way, on two fast and two slow hosts with four ranks each.
std::map<std::string, Seconds> on_four_hosts() {
  return seconds_of(
      "generations2-switch1", {"--dry", "--look", "1e-6", "--ranks-per-host", "6*0,4*4,6*0"},
      {"--json", "--routine", "gemm,getrf", "--n", "500", "--grid", "4x4", "--way", "auto,caller"});
}

// With one kind of link for all pairs the product in place is predicted a fifth too quick, and a move to 3 x 4, which
// takes half as long again, two and a half times too quick; LU goes to a grid that takes a twelfth longer.
TEST(Model, KnowsThatRanksOfAHostShareItsInterface) {
  const auto seconds = on_four_hosts();
  ASSERT_EQ(seconds.size(), 4u);
  for (const char* product : {"pdgemm auto", "pdgemm caller"})
    EXPECT_NEAR(seconds.at(product).predicted / seconds.at(product).simulated, 1, 0.05) << product;
  EXPECT_LE(seconds.at("pdgemm auto").simulated, 1.001 * seconds.at("pdgemm caller").simulated);
  EXPECT_LT(seconds.at("pdgetrf auto").simulated, 0.62 * seconds.at("pdgetrf caller").simulated);
}

// Whatever hosts are there: rounds of messages bring some of them together late.
TEST(Model, FindsSitesOfAnySize) {
  const auto file = std::filesystem::temp_directory_path() / ("het_sites_" + std::to_string(getpid()));
  for (const auto& [cycle_times, first] : {std::pair{"1,2,2", "1"}, {"3*1,5*2.2", "3"}, {"5*1,4*2", "5"}}) {
    run::test::Command platform({HET_TOOLS "/bin/hetplatform", "--cycle-times", cycle_times, "--network",
                                 "sites", "--first-site", first, "--output", file});
    ASSERT_EQ(platform.wait(), 0) << platform.errors();
    run::test::Command command({HET_TOOLS "/bin/hetrun", "--simulate", file, "--dry", "--look", "1e-6", "--",
                                HET_SIMULATED "/xhetsim", "--routine", "potrf", "--n", "200"},
                               {"HETSCALAPACK_VERBOSE=2"});
    EXPECT_EQ(command.wait(), 0) << command.errors();
    EXPECT_NE(command.errors().find(" between 2 sites, "), std::string::npos) << command.errors();
    EXPECT_NE(command.errors().find("; within a site 0.125 GB/s and 42"), std::string::npos)
        << command.errors();
  }
  std::filesystem::remove(file);
}

// Two sites of eight hosts, 5 ms from each other: as if all were as far, Cholesky in place is predicted half too slow, and on
// one site three quarters.
TEST(Model, KnowsThatHostsOfASiteAreNearEachOther) {
  const auto seconds = seconds_of("generations2-sites", {"--dry", "--look", "1e-6"},
                                  {"--json", "--routine", "potrf", "--n", "500", "--way", "auto,caller,4x2"});
  ASSERT_EQ(seconds.size(), 3u);
  for (const auto& [way, of] : seconds) EXPECT_NEAR(of.predicted / of.simulated, 1, 0.05) << way;
  EXPECT_LE(seconds.at("pdpotrf auto").simulated, 1.03 * seconds.at("pdpotrf caller").simulated);
  EXPECT_LE(seconds.at("pdpotrf auto").simulated, 1.03 * seconds.at("pdpotrf 4x2").simulated);
}

}  // namespace
}  // namespace het::test
