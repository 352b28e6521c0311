#pragma once
#include <vector>

#include "src/distribution/column_strips.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/move/move_costs.hpp"

namespace het {

// A matrix that moves to where it is factored and back, in strips of columns (ColumnStrips) of which some travel at a time: a
// part x of the columns is there after a part x of the seconds of a move of the whole matrix (move_costs); of a triangle, whose
// strips begin at the diagonal and of which half moves, after x - x^2 / 2.
//
// Worked example: a move of 16 s in 16 strips, 4 at a time: columns of the first quarter are there after 4 s, of a triangle
// after 3.5 s, all of which is after 8 s.
class MovedMatrix {
 public:
  // A matrix that stays where it is: there from the begin on.
  MovedMatrix() = default;
  // From the layout `caller` to `matrix`. O(blocks + ranks + strips^2 q).
  MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller, const Placed& matrix);

  bool moves() const { return !processes_.empty(); }
  // Seconds until all columns below `col` are there; and all of them.
  double here(Extent col) const;
  double all_here() const { return after(1); }
  // Of the last strip on its way back, which nothing hides.
  double last_strip() const;
  // Of process k of the grid, row by row: seconds of its link for either way; and of its own time for what comes, and comes back:
  // copies of all that it has before or after, and what MPI takes of it.
  double link(std::size_t k) const { return processes_[k].link; }
  double own_of_way_in(std::size_t k) const { return processes_[k].own_in; }
  double own_of_way_back(std::size_t k) const { return processes_[k].own_back; }

 private:
  struct OnGrid {
    double link = 0, own_in = 0, own_back = 0;
  };
  double after(double columns) const {
    return seconds_ * (triangle_ ? columns - columns * columns / 2 : columns);
  }

  ColumnStrips cut_{0};
  Extent together_ = 1;
  bool triangle_ = false;
  double seconds_ = 0;
  std::vector<OnGrid> processes_;
};

}  // namespace het
