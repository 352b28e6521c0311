#pragma once
#include <vector>

#include "src/distribution/distribution.hpp"
#include "src/distribution/panels/panel.hpp"

namespace het {

// The panels of a factorization of the k = min(m, n) leading columns on any distribution, and how much of the
// matrix each process row and column still has when a panel begins. Cut as the kernels cut them (panel_ends).
//
// Worked example (10 columns in blocks of 2, owners 0 0 0 1 0, widest 128): panels at 0, 6, 8;
// cols_left(1, 0) = 2 and cols_left(1, 1) = 2. O(blocks + panels (p + q)).
class Panels {
 public:
  Panels(const Distribution& matrix, Extent widest);

  std::size_t count() const { return panels_.size(); }
  Extent widest() const { return widest_; }
  const Panel& operator[](std::size_t s) const { return panels_[s]; }
  const std::vector<Panel>& all() const { return panels_; }
  // The process row of a panel's diagonal block.
  int diagonal_row(std::size_t s) const { return diagonal_rows_[s]; }
  // Elements of a process row at or below, of a process column at or right of panel s begins; s = count()
  // means what is left when all is done.
  Extent rows_left(std::size_t s, int i) const { return rows_[s * p_ + static_cast<std::size_t>(i)]; }
  Extent cols_left(std::size_t s, int j) const { return cols_[s * q_ + static_cast<std::size_t>(j)]; }
  // The part of a triangular solve that process row i does for its process column (solve_weights).
  double solve_part(int i) const { return solve_parts_[static_cast<std::size_t>(i)]; }
  // The part of the rows below panel s that change places with the pivots of later panels: of r rows the first k become rows
  // that any of them was, and of the others those change that these were.
  //   k/r (2 - k/r)
  double interchanged_below(std::size_t s) const;
  int p() const { return static_cast<int>(p_); }
  int q() const { return static_cast<int>(q_); }

 private:
  std::vector<Panel> panels_;
  std::vector<int> diagonal_rows_;
  Extent widest_ = 0;
  std::size_t p_, q_;
  std::vector<Extent> rows_, cols_;
  std::vector<double> solve_parts_;
};

// Of the diagonal of a triangle: where rows of panels are needed a second time, as those of their columns.
class DiagonalLeft {
 public:
  // O(blocks + panels p q).
  DiagonalLeft(const Panels& panels, const AxisMap& rows);
  // Elements in the rows of process row i and the columns of process column j, from panel s on.
  Extent operator()(std::size_t s, int i, int j) const {
    return elements_[(s * p_ + static_cast<std::size_t>(i)) * q_ + static_cast<std::size_t>(j)];
  }

 private:
  std::size_t p_, q_;
  std::vector<Extent> elements_;  // by panel, and the end, and process
};

}  // namespace het
