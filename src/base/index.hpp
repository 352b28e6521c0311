#pragma once
// One-dimensional index types. A local index compared with a global one, or a process coordinate used as a
// block number, does not compile. Differences are plain 64-bit extents. Distributions and schedules use them; kernels, through
// GridMatrix, work on plain extents.
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace het {

// Number of elements, blocks or bytes: always 64-bit inside the library.
using Extent = std::int64_t;

// More than there ever are: all of them, or no bound.
inline constexpr Extent unbounded = std::numeric_limits<Extent>::max();

// a / b rounded up, for a >= 0 and b > 0.
constexpr Extent ceil_div(Extent a, Extent b) { return (a + b - 1) / b; }

// Where part i of [begin, end) begins when it is cut into so many parts that are equal up to one element: begin for i = 0, end
// for i = parts.
//   [10, 20) in three parts: 10, 13, 16, 20
constexpr Extent part_begin(Extent begin, Extent end, Extent i, Extent parts) {
  return begin + (end - begin) * i / parts;
}

template <class Tag>
class Index {
 public:
  constexpr Index() = default;
  constexpr explicit Index(Extent value) : value_(value) {}
  constexpr Extent value() const { return value_; }
  // For subscripts of standard containers.
  constexpr std::size_t at() const { return static_cast<std::size_t>(value_); }

  constexpr auto operator<=>(const Index&) const = default;
  constexpr Index& operator++() {
    ++value_;
    return *this;
  }
  constexpr Index& operator+=(Extent by) {
    value_ += by;
    return *this;
  }
  friend constexpr Index operator+(Index i, Extent by) { return Index(i.value_ + by); }
  friend constexpr Index operator-(Index i, Extent by) { return Index(i.value_ - by); }
  friend constexpr Extent operator-(Index a, Index b) { return a.value_ - b.value_; }

 private:
  Extent value_ = 0;
};

// i, j: element of the whole dimension, 0-based.
using GlobalIndex = Index<struct GlobalTag>;
// il, jl: element of one process's part, 0-based.
using LocalIndex = Index<struct LocalTag>;
// bi, bj: block of the whole dimension, 0-based.
using BlockIndex = Index<struct BlockTag>;
// pi, pj: coordinate of a process along one dimension of the grid, 0-based.
using ProcessCoord = Index<struct ProcessTag>;

}  // namespace het
