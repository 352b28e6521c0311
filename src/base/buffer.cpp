#include "src/base/buffer.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace het::detail {
namespace {
constexpr Extent huge_page = Extent{2} << 20;
constexpr Extent cache_line = 64;
Extent padded(Extent bytes, Extent unit) { return (bytes + unit - 1) / unit * unit; }
}  // namespace

void* allocate(Extent bytes) {
  if (bytes == 0) return nullptr;
  const Extent unit = bytes >= huge_page ? huge_page : cache_line;
  const auto size = static_cast<std::size_t>(padded(bytes, unit));
  void* memory = std::aligned_alloc(static_cast<std::size_t>(unit), size);
  if (!memory) throw std::bad_alloc();
  // Advice only: without huge pages the memory works just as well.
  if (unit == huge_page) madvise(memory, size, MADV_HUGEPAGE);
  MemoryMeter::instance().add(bytes);
  return memory;
}

void release(void* memory, Extent bytes) noexcept {
  if (!memory) return;
  std::free(memory);
  MemoryMeter::instance().add(-bytes);
}

}  // namespace het::detail
