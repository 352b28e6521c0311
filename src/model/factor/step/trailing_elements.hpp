#pragma once
#include <vector>

#include "src/model/factor/panels.hpp"

namespace het {

// Elements of the trailing matrix on each process, panel by panel: rows times columns, or the part of the lower
// triangle, with half a stair above it beside each element of the diagonal that the process has. A stair is `stair` local
// columns wide, in the next panel no wider than that; 0: it is the panel's block on the diagonal.
class TrailingElements {
 public:
  TrailingElements(const Panels& panels, bool triangle, Extent stair, bool with_panel_rows);
  // Right of panel s, for s = 0, 1, ... in this order.
  void advance_to(std::size_t s);
  double operator()(int i, int j) const;
  // Of these, in the columns of panel s + 1, on its process column.
  double of_next_panel(int i) const;
  // Its rows on process row i.
  Extent rows(int i) const { return panels_.rows_left(at_ + rows_offset_, i); }

 private:
  double of_panel(std::size_t s, int i, Extent stair) const;

  const Panels& panels_;
  bool triangle_;
  Extent stair_;
  std::size_t rows_offset_, at_ = 0;
  std::vector<double> triangle_elements_;
};

}  // namespace het
