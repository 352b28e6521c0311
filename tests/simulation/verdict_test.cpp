// What hetrun concludes from the lines of SimGrid's log.
#include <gtest/gtest.h>

#include "testing_drivers/hetrun/simulate/verdict.hpp"

namespace het::run {
namespace {

SimulationLog log_of(const std::vector<std::string>& messages) {
  SimulationLog log;
  for (const std::string& message : messages) EXPECT_TRUE(log.take("simgrid<<" + message + ">>simgrid"));
  return log;
}

TEST(SimulationLog, TheEndOfTheSimulationIsDemanded) {
  EXPECT_EQ(log_of({"INFO:Simulated time: 1 seconds."}).failure(), "");
  EXPECT_EQ(log_of({}).failure(), "the simulation did not reach its end");
}

TEST(SimulationLog, DeadlockAndAbortAreFailures) {
  const std::string end = "INFO:Simulated time: 1 seconds.";
  EXPECT_NE(log_of({"CRITICAL:Oops! Deadlock detected, some activities", end}).failure().find("deadlock"),
            std::string::npos);
  EXPECT_NE(log_of({"WARNING:MPI_Abort was called, something", end}).failure().find("MPI_Abort"),
            std::string::npos);
  EXPECT_NE(log_of({end, "WARNING:Stalling SMPI instance"}).failure(), "");
  EXPECT_EQ(log_of({"CRITICAL:out of luck", end}).failure(), "out of luck");
  EXPECT_FALSE(log_of({"CRITICAL:out of luck"}).rejected());
}

TEST(SimulationLog, BadPlatformsAndSettingsAreTheUsers) {
  const auto log = log_of({"CRITICAL:Uncaught exception std::out_of_range: Bad config key: a/b"});
  EXPECT_EQ(log.failure(), "Bad config key: a/b");
  EXPECT_TRUE(log.rejected());
}

TEST(SimulationLog, TheProgramsOwnLinesAreTheUsersToSee) {
  SimulationLog log;
  EXPECT_FALSE(log.take("xhetsim: CRITICAL: Deadlock detected"));
  EXPECT_TRUE(log.take("simgrid<<INFO:Simulated time: 1 seconds."));
  EXPECT_TRUE(log.take(""));
  EXPECT_TRUE(log.take("The simulation took 1 second>>simgrid"));
  EXPECT_FALSE(log.take("the program's"));
  EXPECT_EQ(log.failure(), "");
}

}  // namespace
}  // namespace het::run
