// Nine processors on one wire: what is predicted beside virtual time, and that nothing moves there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/hetrun/command.hpp"
#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

// With the time of a byte that all processes sending at once see, factorizations are predicted two to three times too slow.
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

}  // namespace
}  // namespace het::test
