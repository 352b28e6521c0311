#include "blacs_het/grid/memory/memory_budget.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/made_files.hpp"
#include "tests/mpi/blacs_grid.hpp"
#include "tests/mpi/setting.hpp"

namespace het {
namespace {

constexpr Extent free_bytes = Extent{1 << 20} * 1024;

class Budget : public ::testing::Test {
 protected:
  Budget() { made_.write("proc/meminfo", "MemAvailable: 1048576 kB\n"); }

  const test::MadeFiles made_;
  const Communicator all_ = Communicator::duplicate_of(MPI_COMM_WORLD),
                     alone_ = Communicator::duplicate_of(MPI_COMM_SELF);
};

TEST_F(Budget, IsAPartOfHalfOfWhatIsFree) {
  const test::Setting launcher("OMPI_COMM_WORLD_LOCAL_SIZE", "1");
  EXPECT_EQ(MemoryBudget(all_, {}, made_.root()).bytes(), free_bytes / 2 / all_.size());
  EXPECT_EQ(MemoryBudget(alone_, {}, made_.root()).bytes(), free_bytes / 2);
}

// As of a program that has a context for each pool of its processes.
TEST_F(Budget, LeavesTheirPartsToProcessesOutsideTheContext) {
  const test::Setting launcher("OMPI_COMM_WORLD_LOCAL_SIZE", "8");
  EXPECT_EQ(MemoryBudget(alone_, {}, made_.root()).bytes(), free_bytes / 2 / 8);
  EXPECT_EQ(MemoryBudget(all_, {}, made_.root()).bytes(), free_bytes / 2 / 8);
}

// One process's part of what is free is half, of which a call may be sure of half.
TEST_F(Budget, IsSureOfHalfOfIt) {
  const test::Setting launcher("OMPI_COMM_WORLD_LOCAL_SIZE", "1");
  MemoryBudget budget(alone_, {}, made_.root());
  EXPECT_TRUE(budget.sure_of(free_bytes / 4));
  EXPECT_FALSE(budget.sure_of(free_bytes / 4 + 1));
}

TEST_F(Budget, IsSureOfAConfiguredLimitWhereSoMuchIsFree) {
  const test::Setting launcher("OMPI_COMM_WORLD_LOCAL_SIZE", "1");
  Config config;
  config.memory_limit = free_bytes / 8;
  MemoryBudget little(alone_, config, made_.root());
  EXPECT_TRUE(little.sure_of(free_bytes / 8));
  EXPECT_FALSE(little.sure_of(free_bytes / 8 + 1));
  config.memory_limit = free_bytes;
  MemoryBudget all(alone_, config, made_.root());
  EXPECT_EQ(all.bytes(), free_bytes) << "what the user allows is tried";
  EXPECT_TRUE(all.sure_of(free_bytes / 4));
  EXPECT_FALSE(all.sure_of(free_bytes / 4 + 1));
}

TEST_F(Budget, IsSureOfNothingWhereTheSystemMayRefuseWhatIsFree) {
  made_.write("proc/sys/vm/overcommit_memory", "2\n");
  Config config;
  for (const Extent limit : {Extent{0}, free_bytes}) {
    config.memory_limit = limit;
    EXPECT_FALSE(MemoryBudget(alone_, config, made_.root()).sure_of(1));
  }
}

}  // namespace
}  // namespace het
