#include "src/base/memory_limits.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "src/base/block_cache.hpp"
#include "tests/made_files.hpp"

namespace het {
namespace {

class MemoryLimits : public ::testing::Test {
 protected:
  // So that a test finds a process where nothing of the library was allocated.
  MemoryLimits() { ::testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
  bool limited_with(const char* overcommit) const {
    made_.write("proc/sys/vm/overcommit_memory", overcommit);
    return memory_is_limited(made_.root());
  }

  const test::MadeFiles made_;
};

// Sets a limit of what this process has and so many bytes.
void leave(decltype(RLIMIT_AS) resource, std::size_t bytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  if (setrlimit(resource, &limit) != 0) std::exit(2);
}

TEST_F(MemoryLimits, AreThoseOfGrantsToAll) {
  EXPECT_FALSE(memory_is_limited(made_.root())) << "nothing is known, unless of `ulimit -v` or `ulimit -d`";
  EXPECT_FALSE(limited_with("0\n"));
  EXPECT_FALSE(limited_with("1\n"));
  EXPECT_TRUE(limited_with("2\n"));
}

constexpr std::size_t giga = std::size_t{1} << 30;

[[noreturn]] void exit_as_limited_by(decltype(RLIMIT_AS) resource) {
  leave(resource, giga);
  std::exit(memory_is_limited("/nowhere") ? 0 : 1);
}

TEST_F(MemoryLimits, AreThoseOfTheProcess) {
  EXPECT_EXIT(exit_as_limited_by(RLIMIT_AS), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(exit_as_limited_by(RLIMIT_DATA), ::testing::ExitedWithCode(0), "");
}

// A sanitizer keeps what was freed for a while itself.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t for_others = 1;
#else
constexpr std::size_t for_others = giga;
#endif

// The library has a block and gives it back; then the program wants as much, for which there is no room beside it.
[[noreturn]] void exit_as_left_by_the_cache(decltype(RLIMIT_AS) resource) {
  leave(resource, giga + giga / 2);
  BlockCache& cache = BlockCache::instance();
  cache.release(cache.allocate(giga), giga);
  void* volatile programs = std::malloc(for_others);
  const bool has = programs != nullptr && cache.kept() == 0;
  std::free(programs);
  std::exit(has ? 0 : 1);
}

TEST_F(MemoryLimits, LeaveToTheProgramWhatTheLibraryReleased) {
  EXPECT_EXIT(exit_as_left_by_the_cache(RLIMIT_AS), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(exit_as_left_by_the_cache(RLIMIT_DATA), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace het
