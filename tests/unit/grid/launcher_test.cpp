#include "blacs_het/grid/launcher.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace het {
namespace {

class Launcher : public ::testing::Test {
 protected:
  Launcher() {
    for (const char* variable :
         {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_SIZE",
          "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE", "SLURM_NTASKS_PER_NODE"})
      unsetenv(variable);
  }
};

TEST_F(Launcher, TellsNothingWhereThereIsNone) {
  EXPECT_EQ(launched_rank_on_host(), std::nullopt);
  EXPECT_EQ(launched_on_host(), std::nullopt);
}

TEST_F(Launcher, NearestToTheProcessCounts) {
  setenv("SLURM_LOCALID", "3", 1);
  EXPECT_EQ(launched_rank_on_host(), 3);
  setenv("MPI_LOCALRANKID", "2", 1);
  EXPECT_EQ(launched_rank_on_host(), 2);
  setenv("OMPI_COMM_WORLD_LOCAL_RANK", "0", 1);
  EXPECT_EQ(launched_rank_on_host(), 0);

  setenv("SLURM_NTASKS_PER_NODE", "8", 1);
  EXPECT_EQ(launched_on_host(), 8);
  setenv("SLURM_STEP_TASKS_PER_NODE", "7", 1);
  EXPECT_EQ(launched_on_host(), 7);
  setenv("MPI_LOCALNRANKS", "6", 1);
  EXPECT_EQ(launched_on_host(), 6);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "5", 1);
  EXPECT_EQ(launched_on_host(), 5);
}

TEST_F(Launcher, ListsHostsOfWhichTheFirstCounts) {
  setenv("SLURM_NTASKS_PER_NODE", "4(x2),3", 1);
  EXPECT_EQ(launched_on_host(), 4);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "", 1);
  setenv("MPI_LOCALNRANKS", "many", 1);
  EXPECT_EQ(launched_on_host(), 4) << "what is no number tells nothing";
}

}  // namespace
}  // namespace het
