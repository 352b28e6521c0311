// How hetrun --simulate ends, and what it leaves behind.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/hetrun/command.hpp"
#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

using run::test::Command;

std::size_t folders_of(pid_t hetrun) {
  const std::string begin = "hetrun." + std::to_string(hetrun) + ".";
  std::size_t count = 0;
  for (const auto& base : {std::filesystem::path("/dev/shm"), std::filesystem::temp_directory_path()})
    for (const auto& entry : std::filesystem::directory_iterator(base))
      count += entry.path().filename().string().starts_with(begin);
  return count;
}

struct Ending {
  int status;
  std::string output, errors;
  std::size_t left;  // folders
};
Ending ending_of(const std::string& way, const std::vector<std::string>& options = {"--np", "2"},
                 const std::string& program = "simulated_misfit") {
  Command command(simulation_command("bprr99-switch10", options, program, {way}));
  const int status = command.wait();
  return {status, command.output(), command.errors(), folders_of(command.process())};
}

TEST(HetrunSimulate, EndsWellWithAWellEndedProgram) {
  const Ending good = ending_of("well");
  EXPECT_EQ(good.status, 0) << good.errors;
  EXPECT_EQ(good.output + good.errors, "");
  EXPECT_EQ(good.left, 0u);
}

TEST(HetrunSimulate, FailsOnDeadlockAndAbort) {
  for (const char* way : {"deadlock", "abort"}) {
    const Ending bad = ending_of(way);
    EXPECT_EQ(bad.status, 1) << way;
    EXPECT_EQ(std::ranges::count(bad.errors, '\n'), 1) << bad.errors;
    EXPECT_EQ(bad.left, 0u);
  }
}

TEST(HetrunSimulate, EndsWithTheProgramsCode) {
  const Ending code = ending_of("code");
  EXPECT_EQ(code.status, 3);
  EXPECT_EQ(code.output + code.errors, "");
}

TEST(HetrunSimulate, MultipliesUnlessDry) {
  const Ending full = ending_of("once", {"--np", "2"}, "simulated_product");
  EXPECT_EQ(full.status, 0) << full.errors;
  const Ending dry = ending_of("once", {"--np", "2", "--dry"}, "simulated_product");
  EXPECT_EQ(dry.status, 4) << dry.errors;
}

TEST(HetrunSimulate, NamesBadInputToTheDriverAndToTheSimulation) {
  const auto expect_named = [](const Simulated& run, const std::string& name) {
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(std::ranges::count(run.errors, '\n'), 1) << run.errors;
    EXPECT_NE(run.errors.find(name), std::string::npos) << run.errors;
  };
  const std::string nine = "bprr99-switch10";
  expect_named(simulate(nine, {}, {"--routine", "getrs"}), "getrs");
  expect_named(simulate(nine, {}, {"--method", "het:4x4"}), "het:4x4");
  expect_named(simulate(nine, {}, {"--method", "het:3x3:swap"}), "swaps");
  expect_named(simulate(nine, {}, {"--method", "het:3x3:cyclic:best"}), "het:3x3:cyclic:best");
  expect_named(simulate(nine, {}, {"--method", "het:3x3:"}), "het:3x3:");
  expect_named(simulate(nine, {}, {"--method", "uniformly"}), "uniformly");
  expect_named(simulate(nine, {}, {"--method", "several"}), "--ranks-per-host");
  expect_named(simulate(nine, {}, {"--method", "several:2x5"}), "several:2x5");
  expect_named(simulate(nine, {"--ranks-per-host", "2,8*1"}, {"--grid", "2x5"}), "2x5");
  expect_named(simulate(nine, {}, {"--method", "uniform,scalapack"}), "HETSCALAPACK_SMPI_SCALAPACK");
  expect_named(simulate(nine, {}, {"--n", "100", "--nb", "90000"}), "90000");
  expect_named(simulate(nine, {"--simgrid", "no/such:1"}, {"--n", "100"}), "no/such");
  expect_named(simulate(nine, {}, {"--n", "100"}, {"HETSCALAPACK_SIM_LEVEL2=3"}),
               "HETSCALAPACK_SIM_LEVEL2=3");
}

// Nine ranks that exchange the pivots of each column have sixteen requests under way at a time.
TEST(HetrunSimulate, ChargesALookOnceOrForEachMessage) {
  const auto seconds = [](const std::string& option, const std::string& value) {
    const auto run = simulate("equal9-switch10", {"--dry", option, value},
                              {"--routine", "getrf", "--n", "300", "--grid", "9x1", "--method", "uniform"});
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.rows.empty() ? 0 : run.rows[0].seconds;
  };
  const double of_all = seconds("--look", "1e-5");
  EXPECT_LT(of_all, seconds("--poll", "1e-5"));
  EXPECT_GT(of_all, seconds("--look", "1e-7"));
}

// On the uniform layout the fast processes of the nine wait most of the time. That their looks become rare must not
// show.
TEST(HetrunSimulate, LooksOfProcessesThatWaitAreRareButNotLate) {
  const auto seconds = [](const std::string& option, const std::string& routine) {
    const auto run = simulate("bprr99-switch10", {"--dry", option, "1e-7"},
                              {"--routine", routine, "--n", "300", "--method", "uniform", "--grid", "3x3"});
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.rows.empty() ? 0 : run.rows[0].seconds;
  };
  for (const std::string routine : {"getrf", "geqrf", "potrf"}) {
    const double of_each = seconds("--poll", routine);
    EXPECT_NEAR(seconds("--look", routine), of_each, .02 * of_each) << routine;
  }
}

}  // namespace
}  // namespace het::test
