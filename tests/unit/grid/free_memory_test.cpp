#include "blacs_het/grid/memory/free_memory.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/made_files.hpp"

namespace het {
namespace {

class FreeMemory : public ::testing::Test {
 protected:
  void write(const char* file, const char* text) const { made_.write(file, text); }
  Extent free() const { return free_memory(made_.root()); }

  const test::MadeFiles made_;
};

TEST_F(FreeMemory, IsWhatTheOperatingSystemSays) {
  EXPECT_EQ(free(), std::numeric_limits<Extent>::max()) << "nothing is known";
  write("proc/meminfo", "MemTotal:  9000 kB\nMemFree:  1000 kB\nMemAvailable:  7000 kB\nBuffers: 1 kB\n");
  EXPECT_EQ(free(), 7000 * 1024);
  write("proc/self/cgroup", "0::/\nrubbish\n");
  EXPECT_EQ(free(), 7000 * 1024);
}

TEST_F(FreeMemory, OfAControlGroupIsThatOfTheTightestAbove) {
  write("proc/meminfo", "MemAvailable: 7000 kB\n");
  write("proc/self/cgroup", "0::/job/step\n");
  write("sys/fs/cgroup/job/step/memory.max", "max\n");
  write("sys/fs/cgroup/job/step/memory.current", "100\n");
  EXPECT_EQ(free(), 7000 * 1024);
  write("sys/fs/cgroup/job/memory.max", "5000000\n");
  write("sys/fs/cgroup/job/memory.current", "2000000\n");
  EXPECT_EQ(free(), 3000000);
  write("sys/fs/cgroup/job/memory.stat", "anon 1500000\ninactive_file 400000\nactive_file 1\n");
  EXPECT_EQ(free(), 3400000) << "files that nobody uses give way";
  write("sys/fs/cgroup/job/memory.current", "6000000\n");
  write("sys/fs/cgroup/job/memory.stat", "");
  EXPECT_EQ(free(), 0);
}

// Where a container has its own group mounted, under another path than the host's.
TEST_F(FreeMemory, OfVersion1AndOfAContainer) {
  write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/0123\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "250000\n");
  write("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 50000\n");
  EXPECT_EQ(free(), 800000);
  write("sys/fs/cgroup/memory/docker/0123/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/docker/0123/memory.usage_in_bytes", "250000\n");
  EXPECT_EQ(free(), 800000);
}

TEST_F(FreeMemory, IsKnownHere) { EXPECT_LT(free_memory(), unbounded); }

}  // namespace
}  // namespace het
