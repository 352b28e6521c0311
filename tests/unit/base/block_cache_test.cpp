#include "src/base/block_cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>

#include "src/base/buffer.hpp"

namespace het {
namespace {

constexpr std::size_t mega = std::size_t{1} << 20;

TEST(BlockCache, SizesAreWholeHugePagesAndEightForEachPowerOfTwo) {
  EXPECT_EQ(BlockCache::block_size(2 * mega), 2 * mega);
  EXPECT_EQ(BlockCache::block_size(2 * mega + 1), 4 * mega);
  EXPECT_EQ(BlockCache::block_size(16 * mega + 1), 18 * mega);
  EXPECT_EQ(BlockCache::block_size(64 * mega), 64 * mega);
  EXPECT_EQ(BlockCache::block_size(65 * mega), 72 * mega);
  EXPECT_EQ(BlockCache::block_size(72 * mega), 72 * mega);
}

TEST(BlockCache, AReleasedBlockServesTheNextOneOfItsSize) {
  BlockCache cache;
  void* first = cache.allocate(65 * mega);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % (2 * mega), 0u);
  cache.release(first, 65 * mega);
  EXPECT_EQ(cache.kept(), 72 * mega);
  EXPECT_EQ(cache.allocate(70 * mega), first);
  EXPECT_EQ(cache.in_use(), 72 * mega);
  EXPECT_EQ(cache.kept(), 0u);
  void* second = cache.allocate(70 * mega);
  EXPECT_NE(second, first);
  cache.release(first, 70 * mega);
  cache.release(second, 70 * mega);
  EXPECT_EQ(cache.in_use(), 0u);
}

TEST(BlockCache, CountsWhatItHadToAskTheSystemFor) {
  BlockCache cache;
  void* first = cache.allocate(65 * mega);
  EXPECT_EQ(cache.fresh(), 65 * mega);
  cache.release(first, 65 * mega);
  void* again = cache.allocate(66 * mega);
  EXPECT_EQ(cache.fresh(), 65 * mega);
  void* more = cache.allocate(4 * mega);
  EXPECT_EQ(cache.fresh(), 69 * mega);
  cache.release(more, 4 * mega);
  cache.release(again, 66 * mega);
}

// A block of another size takes the place of kept ones as soon as all together are clearly more than was in use.
TEST(BlockCache, KeepsHardlyMoreThanWasInUseAtOnce) {
  BlockCache cache;
  void* a = cache.allocate(16 * mega);
  void* b = cache.allocate(16 * mega);
  cache.release(a, 16 * mega);
  cache.release(b, 16 * mega);
  EXPECT_EQ(cache.kept(), 32 * mega);
  void* small = cache.allocate(4 * mega);
  EXPECT_EQ(cache.kept(), 32 * mega);
  void* medium = cache.allocate(8 * mega);
  EXPECT_EQ(cache.kept(), 16 * mega);
  cache.release(medium, 8 * mega);
  void* large = cache.allocate(64 * mega);
  EXPECT_EQ(cache.kept(), 0u);
  cache.release(small, 4 * mega);
  cache.release(large, 64 * mega);
  EXPECT_LE(cache.kept(), 80 * mega);
  cache.free_kept();
  EXPECT_EQ(cache.kept(), 0u);
}

TEST(BlockCache, SmallCallsForgetALargeOne) {
  BlockCache cache;
  cache.release(cache.allocate(64 * mega), 64 * mega);
  int calls = 0;
  for (; cache.kept() > 32 * mega && calls < 100; ++calls) cache.release(cache.allocate(2 * mega), 2 * mega);
  EXPECT_GT(calls, 1);
  EXPECT_LT(calls, 10);
}

TEST(BlockCache, KeepsNothingWhenToldSo) {
  BlockCache cache;
  cache.release(cache.allocate(64 * mega), 64 * mega);
  EXPECT_EQ(cache.kept(), 64 * mega);
  cache.keep_nothing();
  EXPECT_EQ(cache.kept(), 0u);
  cache.release(cache.allocate(64 * mega), 64 * mega);
  EXPECT_EQ(cache.kept(), 0u);
  EXPECT_EQ(cache.in_use(), 0u);
}

// Bytes that this process has, touched or not: what `ulimit -v` counts.
std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(getpagesize());
}

// malloc does not: after a large block was freed, smaller ones come from a heap that does not shrink under what lies above.
TEST(BlockCache, WhatIsNotKeptIsTheProgramsAgain) {
  BlockCache cache(false);
  cache.release(cache.allocate(30 * mega), 30 * mega);
  const std::size_t before = address_space();
  void* first = cache.allocate(12 * mega);
  void* second = cache.allocate(20 * mega);
  cache.release(first, 12 * mega);
  cache.release(second, 20 * mega);
  cache.release(cache.allocate(8 * mega), 8 * mega);
  EXPECT_LT(address_space(), before + mega);
}

TEST(BlockCache, WhatIsNoSizeIsAnException) {
  BlockCache cache;
  EXPECT_THROW(cache.allocate(static_cast<std::size_t>(-8)), std::bad_alloc);
  EXPECT_EQ(cache.in_use(), 0u);
}

TEST(Buffer, LargeOnesComeFromTheCacheAndAreMetered) {
  const Extent bytes = Extent{5} << 20;
  const Extent before = MemoryMeter::instance().current();
  const std::size_t in_use = BlockCache::instance().in_use();
  {
    const Buffer<char> large(bytes), small(1000);
    std::memset(large.data(), 1, static_cast<std::size_t>(bytes));
    EXPECT_EQ(MemoryMeter::instance().current(), before + bytes + 1000);
    EXPECT_EQ(BlockCache::instance().in_use(), in_use + 6 * mega);
  }
  EXPECT_EQ(MemoryMeter::instance().current(), before);
  EXPECT_EQ(BlockCache::instance().in_use(), in_use);
  const Buffer<char> again(bytes);
  EXPECT_EQ(again.size(), bytes);
}

}  // namespace
}  // namespace het
