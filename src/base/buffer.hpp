#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "src/base/index.hpp"

namespace het {

// Bytes that the library's buffers hold on this process, now and at most since the last reset.
class MemoryMeter {
 public:
  static MemoryMeter& instance() {
    static MemoryMeter meter;
    return meter;
  }
  void add(Extent bytes) {
    current_ += bytes;
    peak_ = std::max(peak_.load(), current_.load());
  }
  void reset_peak() { peak_ = current_.load(); }
  Extent current() const { return current_; }
  Extent peak() const { return peak_; }

 private:
  std::atomic<Extent> current_ = 0, peak_ = 0;
};

namespace detail {
// Uninitialised memory, 64-byte aligned; large blocks are the BlockCache's. Throws std::bad_alloc.
void* allocate(Extent bytes);
void release(void* memory, Extent bytes) noexcept;
}  // namespace detail

// An uninitialised array of n elements, counted by the MemoryMeter. Move-only.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(Extent n) : data_(static_cast<T*>(detail::allocate(n * Extent{sizeof(T)}))), size_(n) {}
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~Buffer() { detail::release(data_, size_ * Extent{sizeof(T)}); }

  T* data() const { return data_; }
  Extent size() const { return size_; }
  std::span<T> span() const { return {data_, static_cast<std::size_t>(size_)}; }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  T* data_ = nullptr;
  Extent size_ = 0;
};

}  // namespace het
