#pragma once
#include "src/base/local_array.hpp"
#include "src/base/precision.hpp"
#include "src/kernel/sliced_gemm.hpp"

namespace het {

// C -= L U on one rank, for C of m x n, L of m x k and U of k x n: in slices of columns, after tiles of rows and
// columns that fill the time in which the rank would wait for messages. A tile takes no longer than such a wait, so
// that what comes meanwhile is not late by much; slices of columns as short would read all of L for each.
template <Scalar T>
class PieceUpdate {
 public:
  PieceUpdate() = default;
  // The matrices must stay until all is done.
  PieceUpdate(Extent m, Extent n, Extent k, LocalArray<const T> l, LocalArray<const T> u, LocalArray<T> c)
      : m_(m), n_(n), k_(k), l_(l), u_(u), c_(c) {}

  // Whether all is done.
  bool done() const { return m_ == 0 || col_ == n_; }
  // A tile of at most so many seconds, by the speed that `slicing` knows; none if that is too short for any, or no
  // speed is known. Returns the seconds that it took.
  double tile(double seconds, const Slicing& slicing);
  // All that is left, with `poll` between the slices. Returns the seconds spent computing.
  double finish(Slicing& slicing, const std::function<void()>& poll);

 private:
  double multiply_rows(Extent rows);

  Extent m_ = 0, n_ = 0, k_ = 0;
  LocalArray<const T> l_, u_;
  LocalArray<T> c_;
  Extent row_ = 0, col_ = 0;  // done: the columns before col_, and the rows before row_ of the tile's columns
  Extent tile_cols_ = 0;
};

}  // namespace het
