#pragma once
#include <vector>

#include "src/model/call_shape.hpp"
#include "src/model/move/move_costs.hpp"

namespace het {

// A matrix that moves to where it is factored and back: when its columns are there, and how long the links of the
// processes there are busy with it. It comes in strips (ColumnStrips), of Cholesky's triangle from the diagonal block
// down, w of them at a time (ColumnStrips::arriving). A rank's link carries its elements of a strip in that part of what it
// carries in a move of the whole matrix (move_costs), so that with C_r(s) its seconds for strip s, sending or receiving, the strips of one round of w are there
// when all ranks are through that have a part in them:
//   here_s = (the round before is over) + max over r with C_r(s) > 0 of (C_r of the round) (seconds of the move) / (max C_r),
// where the last factor leaves room for copies, messages and latency.
class MovedMatrix {
 public:
  // A matrix that stays where it is: there from the begin on.
  MovedMatrix() = default;
  // From the layout `caller` to `matrix`. O(blocks + ranks + strips p q), p q of both grids.
  MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller, const Placed& matrix);

  bool moves() const { return callers_ > 0; }
  // Seconds until all columns below `col` are there; and all of them.
  double until(Extent col) const;
  double all() const { return here_.back(); }
  // What the last step does not hide of the way back: the last strips, each of which ends with its slowest process. A
  // third, as simulated on nine to sixteen processors at 1 and 10 Gb/s; with a quarter or three eighths predictions are
  // nearly as good.
  double last_strips() const { return all() / 3; }

  // Of process k of the grid, row by row: seconds of its link until it has received its part, and sent what it had on
  // the caller's layout; and for each element that goes back.
  double received(std::size_t k) const { return links_[k].received; }
  double sent(std::size_t k) const { return links_[k].sent; }
  double element(std::size_t k) const { return links_[k].element; }
  // Processes of the caller's layout, which all get about as much of it back.
  int callers() const { return callers_; }

 private:
  struct Link {
    double sent = 0, received = 0, element = 0;
  };
  void put_on_grid(const Placed& matrix, const std::vector<MoveCosts::Link>& whole,
                   const std::vector<MoveCosts::Link>& carried);

  Extent columns_ = 0;
  int callers_ = 0;
  std::vector<double> here_{0};  // by strip
  std::vector<Link> links_;
};

}  // namespace het
