#pragma once
#include <algorithm>

#include "src/distribution/axis_map.hpp"

namespace het {

// Bytes of one message of a strip at most, and of most other messages that nobody waits for.
inline constexpr Extent strip_chunk = Extent{256} << 10;

// The columns of a matrix of n columns in the strips in which it moves: a few, so that the first ones can be computed
// with, and the last ones left behind, while others travel; of equal width, up to one column.
//   ColumnStrips(1000): 15 strips of 66 and 67 columns
class ColumnStrips {
 public:
  static constexpr Extent most_strips = 16;
  explicit ColumnStrips(Extent n);

  Extent count() const { return count_; }
  Extent begin(Extent s) const { return n_ * s / count_; }
  Extent end(Extent s) const { return begin(s + 1); }

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

}  // namespace het
