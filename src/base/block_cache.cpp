#include "src/base/block_cache.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>

#include "src/base/memory_limits.hpp"

// In a build with AddressSanitizer, whoever uses a kept block is told.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(memory, size) static_cast<void>(0)
#define ASAN_UNPOISON_MEMORY_REGION(memory, size) static_cast<void>(0)
#endif

namespace het {
namespace {
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// Pages of their own, aligned to huge ones; null when there are none. Not malloc's: what is freed to it may stay in the
// process, once it has seen large blocks.
void* map_block(std::size_t size) {
  void* mapped = mmap(nullptr, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(mapped);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) % huge_page;
  if (before > 0) munmap(begin, before);
  munmap(begin + before + size, huge_page - before);
  return begin + before;
}

void unmap_block(void* memory, std::size_t size) {
  ASAN_UNPOISON_MEMORY_REGION(memory, size);
  munmap(memory, size);
}
}  // namespace

std::size_t BlockCache::block_size(std::size_t bytes) {
  return round_up(bytes, std::max(huge_page, std::bit_floor(bytes) / 8));
}

BlockCache& BlockCache::instance() {
  // Buffers in other static objects may outlive any order of destruction.
  static BlockCache& cache = *new BlockCache(!memory_is_limited());
  return cache;
}

void* BlockCache::allocate(std::size_t bytes) {
  if (bytes > std::size_t{PTRDIFF_MAX}) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  const std::size_t size = block_size(bytes);
  void* memory = take_kept(size);
  if (!memory) {
    memory = take_fresh(size);
    fresh_ += bytes;
  }
  in_use_ += size;
  peak_ = std::max(peak_, in_use_);
  ASAN_POISON_MEMORY_REGION(static_cast<std::byte*>(memory) + bytes, size - bytes);
  return memory;
}

void BlockCache::release(void* memory, std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  const std::size_t size = block_size(bytes);
  in_use_ -= size;
  keep({memory, size});
  if (in_use_ == 0) forget();
}

// Only what the operating system can take back is kept.
void BlockCache::keep(Block block) noexcept {
  try {
    kept_blocks_.push_back(block);
  } catch (const std::bad_alloc&) {
    return unmap_block(block.memory, block.size);
  }
  kept_ += block.size;
  if (!keeps_ || madvise(block.memory, block.size, MADV_FREE) != 0) return free_at(kept_blocks_.size() - 1);
  ASAN_POISON_MEMORY_REGION(block.memory, block.size);
}

void BlockCache::keep_nothing() noexcept {
  {
    const std::lock_guard lock(mutex_);
    keeps_ = false;
  }
  free_kept();
}

void BlockCache::free_kept() noexcept {
  const std::lock_guard lock(mutex_);
  while (!kept_blocks_.empty()) free_at(0);
}

std::size_t BlockCache::in_use() const {
  const std::lock_guard lock(mutex_);
  return in_use_;
}

std::size_t BlockCache::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

std::size_t BlockCache::fresh() const {
  const std::lock_guard lock(mutex_);
  return fresh_;
}

// The latest one, whose pages are the least likely to be gone; null when there is none.
void* BlockCache::take_kept(std::size_t size) {
  const auto found = std::find_if(kept_blocks_.rbegin(), kept_blocks_.rend(),
                                  [&](const Block& block) { return block.size == size; });
  if (found == kept_blocks_.rend()) return nullptr;
  void* memory = found->memory;
  kept_ -= size;
  kept_blocks_.erase(std::next(found).base());
  ASAN_UNPOISON_MEMORY_REGION(memory, size);
  return memory;
}

void* BlockCache::take_fresh(std::size_t size) {
  while (!kept_blocks_.empty() && in_use_ + kept_ + size > limit()) free_at(0);
  void* memory = map_block(size);
  while (!memory && !kept_blocks_.empty()) {
    free_at(0);
    memory = map_block(size);
  }
  if (!memory) throw std::bad_alloc();
  // Advice only: without huge pages the memory works just as well.
  madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

void BlockCache::free_at(std::size_t index) noexcept {
  const Block block = kept_blocks_[index];
  unmap_block(block.memory, block.size);
  kept_ -= block.size;
  kept_blocks_.erase(kept_blocks_.begin() + static_cast<std::ptrdiff_t>(index));
}

// A quarter more than the most, so that small calls do not cost the large block of the next large one.
std::size_t BlockCache::limit() const { return std::max(most_, peak_) / 4 * 5; }

void BlockCache::forget() noexcept {
  most_ = std::max(peak_, most_ / 8 * 7);
  peak_ = 0;
  while (kept_ > limit()) free_at(0);
}

}  // namespace het
