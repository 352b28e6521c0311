#include "src/base/buffer.hpp"

#include <cstdlib>
#include <new>

#include "src/base/block_cache.hpp"

namespace het::detail {
namespace {

constexpr std::size_t cache_line = 64;

void* allocate_small(std::size_t bytes) {
  void* memory = std::aligned_alloc(cache_line, (bytes + cache_line - 1) / cache_line * cache_line);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* allocate(Extent bytes) {
  if (bytes == 0) return nullptr;
  const auto size = static_cast<std::size_t>(bytes);
  void* memory = size < BlockCache::smallest ? allocate_small(size) : BlockCache::instance().allocate(size);
  MemoryMeter::instance().add(bytes);
  return memory;
}

void release(void* memory, Extent bytes) noexcept {
  if (!memory) return;
  const auto size = static_cast<std::size_t>(bytes);
  if (size < BlockCache::smallest)
    std::free(memory);
  else
    BlockCache::instance().release(memory, size);
  MemoryMeter::instance().add(-bytes);
}

}  // namespace het::detail
