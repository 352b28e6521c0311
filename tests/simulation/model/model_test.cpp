// xhetmodel in virtual time: its rows are those of xhetsim, case by case.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/hetrun/command.hpp"
#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

using Rows = std::vector<nlohmann::json>;

Rows json_rows(const std::string& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(),
                   {"--json", "--routine", "gemm,getrf,potrf", "--n", "300,500", "--nb", "32"});
  run::test::Command command(
      simulation_command("bprr99-switch10", {"--dry", "--poll", "1e-6"}, program, arguments));
  EXPECT_EQ(command.wait(), 0) << command.errors();
  Rows rows;
  std::istringstream lines(command.output());
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

std::string name_of(const nlohmann::json& row, bool in_place) {
  return fmt::format("{} {} {}", row["routine"].get<std::string>(), row["n"].get<int>(), in_place);
}

TEST(Model, RowsAreThoseOfTheSimulationWithWhatWasPredicted) {
  std::map<std::string, nlohmann::json> simulated;
  for (const auto& row : json_rows("xhetsim", {"--method", "het:1x5,uniform"}))
    simulated[name_of(row, row["method"] == "uniform")] = row;
  ASSERT_EQ(simulated.size(), 12u);

  int compared = 0;
  std::map<std::string, int> cases;
  for (const auto& row : json_rows("xhetmodel", {"--way", "1x5,caller"})) {
    if (row.contains("summary")) {
      cases[row["summary"].get<std::string>()] = row["cases"];
      continue;
    }
    const std::string key = name_of(row, row["way"] == "caller");
    const auto& same = simulated.at(key);
    EXPECT_NEAR(row["measured"]["total"].get<double>() / same["seconds"].get<double>(), 1, 1e-3) << key;
    EXPECT_NEAR(row["predicted"]["total"].get<double>() / same["predicted"].get<double>(), 1, 1e-3) << key;
    for (const char* part : {"move_in", "compute", "move_out"})
      EXPECT_NEAR(row["measured"][part].get<double>(), same[part].get<double>(),
                  1e-3 * same["seconds"].get<double>())
          << key << ' ' << part;
    EXPECT_EQ(row["used"], row["way"] == "caller" ? "in place" : "1x5");
    ++compared;
  }
  EXPECT_EQ(compared, 12);
  const std::map<std::string, int> expected{{"pdgemm", 4}, {"pdgetrf", 4}, {"pdpotrf", 4}};
  EXPECT_EQ(cases, expected);
}

// By default on generations2-switch1, moved to a grid.
void expect_predicted(const std::string& routine, const std::string& n, const std::string& method,
                      double within, const std::string& platform = "generations2-switch1") {
  const auto run =
      simulate(platform, {"--dry", "--look", "2e-6"}, {"--routine", routine, "--n", n, "--method", method});
  ASSERT_EQ(run.status, 0) << run.errors;
  ASSERT_EQ(run.rows.size(), 1u);
  const VirtualTime& row = run.rows.front();
  EXPECT_NEAR(row.predicted / row.seconds, 1, within) << row.name();
}

// What a panel's owner exchanges for the rest of its update shares the link with the panel, most on tall grids.
TEST(Model, CountsWhatQrExchangesBesideItsPanels) { expect_predicted("geqrf", "700", "het:8x2", 0.12); }

// Rows that LU exchanges share links with the panel on its way: if one waited for the other, wide grids would look an
// eighth too slow. They share them with the rounds of a panel too, without which tall grids look a seventh too quick.
TEST(Model, CountsThatLusRowsShareLinksWithPanels) {
  expect_predicted("getrf", "700", "het:2x8", 0.05);
  expect_predicted("getrf", "700", "het:8x2", 0.1);
}

// Of a panel of three blocks one process column in four has none: the links of the others carry all of it, to processes
// with unequal parts of C, which wait for them. As if all owned alike, these would be predicted a tenth too quick.
TEST(Model, KnowsThatAPanelOfAProductHasFewOwners) { expect_predicted("gemm", "1000", "het:2x8", 0.05); }

// The four quickest of ggv03's sixteen processors differ by up to 23 % and look alike. With their mean speed for that of
// the fastest all would be predicted a tenth too slow.
TEST(Model, KnowsTheSpeedOfTheFastestOfGivenCycleTimes) {
  expect_predicted("gemm", "1000", "uniform", 0.05, "ggv03-switch10");
}

// The owner of the next panel sends that beside the one that it passes on. One after the other, LU on a row of three would
// look a tenth too quick.
TEST(Model, CountsThatPanelsShareTheLinkOfTheNextOnesOwner) {
  expect_predicted("getrf", "500", "het:1x3", 0.07, "bprr99-switch1");
}

// What goes back shares links as strips, where it lies: as if it went back evenly and to all alike, QR would be moved to two
// processes, a twelfth slower than on nine.
TEST(Model, KnowsWhatGoesBackWell) {
  const auto run = simulate("bprr99-switch1", {"--dry", "--look", "2e-7"},
                            {"--routine", "geqrf", "--n", "500", "--method", "het,het:1x2,het:1x4,het:1x9"});
  ASSERT_EQ(run.status, 0) << run.errors;
  ASSERT_EQ(run.rows.size(), 4u);
  double best = run.rows[0].seconds;
  for (const VirtualTime& row : run.rows) best = std::min(best, row.seconds);
  EXPECT_LT(run.rows[0].seconds, 1.03 * best);
}

// Of a process that waits for its last panels to leave nothing else leaves meanwhile: if it did, LU would look a fourteenth too
// slow where the way back is as long as the steps.
TEST(Model, KnowsThatLastPanelsHaveTheLinkForThemselves) {
  expect_predicted("getrf", "500", "het:1x4", 0.03, "ggv03-switch1");
  expect_predicted("geqrf", "500", "het:1x4", 0.02, "ggv03-switch1");
}

// A process that factors all panels without waiting lets go of each: or nothing would leave beside the steps, and the call
// take a tenth longer than predicted.
TEST(Model, CholeskysColumnsLeaveBesideTheStepsOfOneProcess) {
  expect_predicted("potrf", "500", "het:1x1", 0.06, "equal9-switch10");
}

}  // namespace
}  // namespace het::test
