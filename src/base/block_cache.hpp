#pragma once
#include <cstddef>
#include <mutex>
#include <vector>

namespace het {

// Large blocks of memory, kept for the next call when they are released: touching fresh pages costs more than moving a
// matrix through memory, and many times more on a virtual machine that gives free memory back to its host. The
// operating system may take the pages of kept blocks whenever it needs them; and kept blocks never make up more than
// five quarters of what calls had in use at once lately, where each call after which nothing is in use forgets an
// eighth of the most there was. For any thread.
class BlockCache {
 public:
  static constexpr std::size_t smallest = std::size_t{2} << 20;  // bytes; smaller blocks are malloc's

  // The bytes that a block for so many (at least `smallest`) has: eight sizes for each power of two, so that calls of
  // nearly the same size find their blocks. What is beyond the bytes asked for is never touched.
  static std::size_t block_size(std::size_t bytes);

  // keeps: blocks that are released; else they are freed.
  explicit BlockCache(bool keeps = true) : keeps_(keeps) {}
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;
  ~BlockCache() { free_kept(); }

  // The one of this process, which is never destroyed. It keeps nothing where memory_is_limited() when it is first asked
  // for: there kept blocks count, and what the program itself allocates would be refused.
  static BlockCache& instance();

  // Uninitialised, aligned to 2 MiB, with the advice to use huge pages. Throws std::bad_alloc, after all kept blocks
  // were freed in vain. O(blocks kept).
  void* allocate(std::size_t bytes);
  // What allocate(bytes) returned.
  void release(void* memory, std::size_t bytes) noexcept;
  // Gives all kept blocks back.
  void free_kept() noexcept;
  // From now on blocks are freed when they are released; all kept ones are given back.
  void keep_nothing() noexcept;

  std::size_t in_use() const;  // bytes of blocks
  std::size_t kept() const;
  // Bytes asked for so far that no kept block had: their pages cost when they are first touched.
  std::size_t fresh() const;

 private:
  struct Block {
    void* memory;
    std::size_t size;
  };
  void* take_kept(std::size_t size);
  void* take_fresh(std::size_t size);
  void keep(Block block) noexcept;
  void free_at(std::size_t index) noexcept;
  std::size_t limit() const;
  void forget() noexcept;

  mutable std::mutex mutex_;
  bool keeps_;
  std::vector<Block> kept_blocks_;  // the oldest first
  std::size_t in_use_ = 0, kept_ = 0, fresh_ = 0;
  std::size_t peak_ = 0;  // of in_use_, since it was 0
  std::size_t most_ = 0;  // of peak_ lately
};

}  // namespace het
