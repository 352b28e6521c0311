#pragma once
#include <algorithm>
#include <vector>

#include "src/distribution/column_strips.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/move/move_costs.hpp"

namespace het {

// A matrix that moves to where it is factored and back: when its columns are there, and how long the links of the
// processes there are busy with it. It comes in strips (ColumnStrips), of Cholesky's triangle from the diagonal block
// down, in rounds of some at a time (ColumnStrips::under_way). A rank's link carries its elements of a strip in that part
// of what it carries in a move of the whole matrix (move_costs). A strip is there when all ranks are through with the
// round that have a part in it or in one before it: with C_r(s) the seconds of rank r's link for strip s, sending or
// receiving,
//   here_s = (the round before is over) +
//            max over r with C_r(s') > 0 for an s' <= s of the round of (C_r of the round) (the move) / (max over r of C_r),
// where the last factor leaves room for copies, messages and latency.
class MovedMatrix {
 public:
  // A matrix that stays where it is: there from the begin on.
  MovedMatrix() = default;
  // From the layout `caller` to `matrix`. O(blocks + strips (ranks + strips q)).
  MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller, const Placed& matrix);

  bool moves() const { return caller_processes_ > 0; }
  // Seconds until all columns below `col` are there; and all of them.
  double here(Extent col) const;
  double all_here() const { return here_.back(); }
  // all_here(), if copies took no time: they are in own_of_way_in and own_of_way_back.
  double without_copies() const { return without_copies_; }
  // The part (0 to 1) that comes after `time` seconds, taken to come evenly. O(1).
  double comes_after(double time) const { return all_here() > 0 ? std::max(1 - time / all_here(), 0.0) : 0; }

  // Of process k of the grid, row by row: seconds of its link until it has received its part, and sent what it had on
  // the caller's layout; and for each element that it has, of which those that stay on it take none.
  double received(std::size_t k) const { return links_[k].received; }
  double sent(std::size_t k) const { return links_[k].sent; }
  double seconds_per_element(std::size_t k) const { return links_[k].element; }
  // Of its own time for what comes to it, and for what comes back to it of what it had on the caller's layout: copies of
  // all that it has before or after (MoveCosts::copies), and what MPI takes of it.
  double own_of_way_in(std::size_t k) const { return links_[k].own_in; }
  double own_of_way_back(std::size_t k) const { return links_[k].own_back; }
  // Of the caller's layout, which all get about as much of it back.
  int caller_processes() const { return caller_processes_; }

 private:
  struct OnGrid {
    double sent = 0, received = 0, element = 0, own_in = 0, own_back = 0;
  };
  void put_on_grid(const Placed& matrix, bool one_wire, const MoveCosts& whole,
                   const std::vector<LinkSeconds>& carried, const std::vector<double>& copies);

  ColumnStrips in_strips_{0};
  int caller_processes_ = 0;
  std::vector<double> here_{0};  // by strip
  double without_copies_ = 0;
  std::vector<OnGrid> links_;
};

}  // namespace het
