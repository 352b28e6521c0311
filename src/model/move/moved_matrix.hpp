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
//
// Back it goes in the same strips, each from its diagonal block down and, but for a triangle, with its rows right of that,
// when its columns are factored.
class MovedMatrix {
 public:
  // A matrix that stays where it is: there from the begin on.
  MovedMatrix() = default;
  // From the layout `caller` to `matrix`. O(blocks + strips (ranks + strips q)).
  MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller, const Placed& matrix);

  bool moves() const { return moves_; }
  // Seconds until all columns below `col` are there; and all of them.
  double here(Extent col) const;
  double all_here() const { return here_.back(); }
  // all_here(), if copies took no time: they are in own_of_way_in and own_of_way_back.
  double without_copies() const { return without_copies_; }
  // The part (0 to 1) that comes after `time` seconds, taken to come evenly. O(1).
  double comes_after(double time) const { return all_here() > 0 ? std::max(1 - time / all_here(), 0.0) : 0; }

  // Of process k of the grid, row by row: seconds of its link until it has received its part, and sent what it had on
  // the caller's layout.
  double received(std::size_t k) const { return links_[k].received; }
  double sent(std::size_t k) const { return links_[k].sent; }
  // What goes back when the columns before `over` are factored, by process of the grid: seconds of its link until its part
  // of that has left, of `all` processes together, and until what it had on the caller's layout has come; elements that stay
  // on it take none, those of processes that the grid leaves out are not in `received`.
  struct StripBack {
    Extent over;
    std::vector<double> sent, received;
    double all = 0;
  };
  const std::vector<StripBack>& strips_back() const { return strips_back_; }
  // In how many messages at a time its link carries what comes.
  double messages_together(std::size_t k) const { return links_[k].together; }
  // Of its own time for what comes to it, and for what comes back to it of what it had on the caller's layout: copies of
  // all that it has before or after (MoveCosts::copies), what MPI takes of it, and each message of a strip.
  double own_of_way_in(std::size_t k) const { return links_[k].own_in; }
  double own_of_way_back(std::size_t k) const { return links_[k].own_back; }

 private:
  struct OnGrid {
    double sent = 0, received = 0, own_in = 0, own_back = 0, together = 0;
  };
  void put_on_grid(const Placed& matrix, const MoveCosts& whole, const std::vector<LinkSeconds>& carried,
                   std::vector<OnGrid> by_rank);
  void put_back(const Placed& caller, const Placed& matrix, bool triangle, bool one_wire,
                const MoveCosts& whole);

  ColumnStrips in_strips_{0};
  bool moves_ = false;
  std::vector<double> here_{0};  // by strip
  double without_copies_ = 0;
  std::vector<OnGrid> links_;
  std::vector<StripBack> strips_back_;
};

}  // namespace het
