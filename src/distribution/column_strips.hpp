#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Bytes of one message of a strip at most, and of most other messages that nobody waits for.
inline constexpr Extent strip_chunk = Extent{256} << 10;
// Of a strip of low priority, between looks that are a millisecond apart: so long that these carry a gigabyte in a second.
inline constexpr Extent low_strip_chunk = 2 * strip_chunk;
// So many strips of low priority a rank sends at a time: a second one, because the first ends with the slowest process.
inline constexpr std::ptrdiff_t low_strips_sent = 2;

// Strips that are under way on a process: all, and those of which it sends one message after the other.
struct StripsUnderWay {
  std::size_t all;
  std::ptrdiff_t one_by_one;
};
// Whether the next one may begin: fewer than `most` are under way, and if it is of low priority, low_strips_sent of which the
// process sends parts, or it sends nothing of this one. Those that it only receives in are not counted: where each process
// column has a piece of the matrix, all of them send at the same time.
template <class SendsNothing>
bool strip_has_room(const StripsUnderWay& under_way, std::size_t most, bool low_priority,
                    const SendsNothing& sends_nothing) {
  if (under_way.all >= most) return false;
  return !low_priority || under_way.one_by_one < low_strips_sent || sends_nothing();
}

// The columns of a matrix of n columns in the strips in which it moves: a few, so that the first ones can be computed
// with, and the last ones left behind, while others travel; of equal width, up to one column.
//   ColumnStrips(1000): 15 strips of 66 and 67 columns
class ColumnStrips {
 public:
  static constexpr Extent most_strips = 16;
  explicit ColumnStrips(Extent n);

  Extent columns() const { return n_; }
  Extent count() const { return count_; }
  Extent begin(Extent s) const { return part_begin(0, n_, s, count_); }
  Extent end(Extent s) const { return begin(s + 1); }

  // When the first `over` strips (strips_in) are over on a process: whether all columns are here, before which none may leave,
  // because it would overwrite what others have not had yet; and the column below which all are, unbounded if all.
  bool all_here(std::size_t over) const { return static_cast<Extent>(over) == count_; }
  Extent columns_here(std::size_t over) const {
    return all_here(over) ? unbounded : begin(static_cast<Extent>(over));
  }

  // How many strips must travel at a time to processes with these columns so that their links carry all that comes in
  // nearly the time that the busiest one needs for its own part: where columns alternate, one after the other; where
  // each process has a piece of the matrix, all. The least w such that of no w strips that follow each other a
  // process gets more than 9/8 of a share w / count of the most columns that one has. O(count^2 processes).
  Extent at_a_time(const AxisMap& cols) const;
  // How many are under way to them at a time: as many, but three at least if there are, because a strip ends with its last
  // message.
  Extent under_way(const AxisMap& cols) const {
    return std::min(std::max(at_a_time(cols), least_under_way), count_);
  }

 private:
  static constexpr Extent least_under_way = 3;
  Extent n_, count_;
};

// Strips that are under way at a time, from one process's view. What leaves need not wait for a process that is behind, but
// where it arrives in buffers: a megabyte for each strip, of which four were chosen. What arrives first is needed first: as few
// as use the links.
constexpr std::size_t strips_leaving(bool buffered) {
  return buffered ? 4 : std::size_t{ColumnStrips::most_strips};
}
inline std::size_t strips_arriving(const ColumnStrips& strips, const AxisMap& cols, bool buffered) {
  return std::min(static_cast<std::size_t>(strips.under_way(cols)), strips_leaving(buffered));
}

// A part of a matrix that travels as one when `ready` of its columns or more are factored: m x n elements from (i, j) on.
struct StripPart {
  Extent i, j, m, n;
  Extent ready = 0;
  bool operator==(const StripPart&) const = default;
};

// How a matrix of m rows and these n columns, which is to be factored, moves to another layout: one part for each strip
// [b, e), m x (e - b) from (0, b) on; of a triangle, the lower one, (m - b) x (e - b) from the strip's diagonal block down.
// O(strips).
//   strips_in(ColumnStrips(130), 130, true): 130 x 65 from (0, 0), 65 x 65 from (65, 65)
std::vector<StripPart> strips_in(const ColumnStrips& columns, Extent m, bool triangle);

// How it moves back. When the first min(e, m, n) columns are factored, so many rows and the strip's columns are final: first
// but for a triangle the rows right of the diagonal block, then the columns from the block down, less those parts that have
// no elements. O(strips).
//   strips_back(ColumnStrips(130), 130, false): 65 x 65 from (0, 65) and 130 x 65 from (0, 0), both after column 65;
//   65 x 65 from (65, 65) after column 130
std::vector<StripPart> strips_back(const ColumnStrips& columns, Extent m, bool triangle);

}  // namespace het
