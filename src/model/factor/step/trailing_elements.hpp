#pragma once
#include <vector>

#include "src/model/factor/panels.hpp"
#include "src/model/platform.hpp"

namespace het {

// Elements of the trailing matrix on each process, panel by panel: rows times columns, or the part of the lower
// triangle, with what is beside each element of the diagonal that the process has: half a stair above it, and what small
// products cost more than large ones. A stair is `stair` local columns wide, in the next panel no wider than that; 0: it is
// the panel's block on the diagonal.
//
// A triangle of w columns is a square of w / 2 below two triangles, and so on down to the stairs. Where a product of v rows
// and v columns takes v / (v + h) of the full speed, a stair adds h elements in each of its columns, and the squares of each
// size h / 2:  h (1 + log2(w / stair) / 2). Counted for each panel's w; updates of several at once have some larger squares.
//
// Columns of near panels, of so many behind the one at which the steps are, are updated in pieces of one panel or a few
// (near_piece_width), which takes KernelRates::narrow times as long: of a triangle whose columns are a part f of these
// 1 - (1 - f)^2 of its elements.
class TrailingElements {
 public:
  struct Triangle {
    Extent stair;
    std::size_t near_panels;
  };
  // triangle: null of a matrix that is updated whole.
  TrailingElements(const Panels& panels, const Triangle* triangle, const KernelRates& rates,
                   bool with_panel_rows);
  TrailingElements(const Panels&, const Triangle*, KernelRates&&, bool) = delete;  // it looks into them
  // Right of panel s, for s = 0, 1, ... in this order.
  void advance_to(std::size_t s);
  double operator()(int i, int j) const;
  // Of these, in the columns of panel s + 1, on its process column.
  double of_next_panel(int i) const;
  // Its rows on process row i.
  Extent rows(int i) const { return panels_.rows_left(at_ + rows_offset_, i); }

 private:
  double of_panel(std::size_t s, int i, Extent stair) const;
  double narrow_columns() const;

  const Panels& panels_;
  const bool triangle_;
  const Extent stair_;
  const std::size_t near_panels_;
  const KernelRates& rates_;
  const std::size_t rows_offset_;
  std::size_t at_ = 0;
  double slower_ = 1;  // than a wide update of the same elements
  std::vector<double> triangle_elements_;
};

}  // namespace het
