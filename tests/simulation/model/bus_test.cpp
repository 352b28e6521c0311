// Nine processors on one wire: what is predicted beside virtual time, and that nothing moves there. One slow link is
// no wire.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/hetrun/command.hpp"
#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

// With the time of a byte that all processes sending at once see, factorizations are predicted two to three times too
// slow.
TEST(Model, KnowsThatAllMessagesShareABus) {
  run::test::Command command(simulation_command("bprr99-bus", {"--dry", "--look", "2e-6"}, "xhetmodel",
                                                {"--json", "--n", "500", "--way", "auto,3x3"}));
  EXPECT_EQ(command.wait(), 0) << command.errors();
  int stayed = 0, moved = 0;
  std::istringstream lines(command.output());
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    if (!row.contains("routine")) continue;
    const bool asked = row["way"] == "3x3";
    EXPECT_EQ(row["used"], asked ? "3x3" : "in place") << line;
    EXPECT_NEAR(row["predicted"]["total"].get<double>() / row["measured"]["total"].get<double>(), 1,
                asked ? 0.12 : 0.06)
        << line;
    ++(asked ? moved : stayed);
  }
  EXPECT_EQ(stayed, 4);
  EXPECT_EQ(moved, 4);
}

// All at once are ten times as slow as the first two processes alone, because one host's link is.
TEST(Model, ASlowLinkIsNoSharedMedium) {
  const auto file = std::filesystem::temp_directory_path() / ("het_slow_link_" + std::to_string(getpid()));
  std::ifstream in(HET_TOOLS "/platforms/bprr99-switch1.xml");
  std::string text(std::istreambuf_iterator<char>(in), {});
  const std::string usual = "bandwidth=\"125000000Bps\"";
  const auto at = text.find(usual, text.find("id=\"l3\""));
  ASSERT_NE(at, std::string::npos);
  std::ofstream(file) << text.replace(at, usual.size(), "bandwidth=\"12500000Bps\"");
  run::test::Command command({HET_TOOLS "/bin/hetrun", "--simulate", file, "--dry", "--look", "1e-6", "--",
                              HET_SIMULATED "/xhetsim", "--routine", "getrf", "--n", "300"},
                             {"HETSCALAPACK_VERBOSE=2"});
  EXPECT_EQ(command.wait(), 0) << command.errors();
  EXPECT_NE(command.errors().find("getrf 300 x 300: moved to"), std::string::npos) << command.errors();
  EXPECT_EQ(command.errors().find("one medium"), std::string::npos) << command.errors();
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace het::test
