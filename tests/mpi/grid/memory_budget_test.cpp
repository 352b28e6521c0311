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

}  // namespace
}  // namespace het
