#pragma once
#include "src/algorithm/factor/cholesky/window/panel_window.hpp"

namespace het {

// The columns of A behind the panels, on one rank, and which panels' products have been subtracted from each: a sweep
// over all of them subtracts several panels at once; columns about to be factored are brought up to date when their
// turn comes, wherever the sweep is.
//
// Local columns in order: those that have been factored or are about to (before `front_`), those that the sweep has
// done, the piece in work, and those that the sweep has not reached.
template <Scalar T>
class TrailingMatrix {
 public:
  TrailingMatrix(const LowerView<T>& a, PanelWindow<T>& window, Extent near_width, const Slicing& slicing);

  // A(j:n, j) -= L(j:n, panels) L(j, panels)^H for all columns j from the front on, for the panels [swept(),
  // last), with `poll` between the slices; await(col) returns when the columns below `col` are here.
  void sweep(std::size_t last, const Idle& poll, const std::function<void(Extent)>& await);
  // The panels before this one have come: with none left for the next sweep, panels are what everyone waits for, and
  // the slices of this one are short; with many, they are long, which is faster.
  void set_arrived(std::size_t panel);
  // All panels before have been subtracted everywhere.
  std::size_t swept() const { return swept_; }

  // The same for the columns of panel k alone, for what is missing of the panels [0, k); then the front is behind it.
  // False while the sweep is at work on them. May be called from inside the sweep.
  bool bring_up_to_date(std::size_t k, const Idle& poll);

  double seconds() const { return in_sweep_.seconds() + in_panel_.seconds(); }

 private:
  Extent piece_end(std::size_t last) const;

  const LowerView<T>& a_;
  PanelWindow<T>& window_;
  const Extent near_width_;  // SweepWindow
  const double slice_;
  TriangularUpdate<T> in_sweep_, in_panel_;  // two, as one works between the slices of the other
  std::size_t swept_ = 0,
              sweeping_ = 0;  // panels that the columns behind the piece, and before it, have seen
  Extent front_ = 0;
  Extent piece_begin_ = 0, piece_end_ = 0;
};

}  // namespace het
