#pragma once
#include <vector>

#include "src/algorithm/factor/factor.hpp"

namespace het {

// Consecutive panels, [first, last) of all, whose columns of L are kept side by side: products of several of them with
// the columns behind have a long inner dimension, whatever the width of a panel.
struct Batch {
  std::size_t first, last;
  std::vector<Panel> panels;

  Extent begin() const { return panels.front().begin; }
  Extent end() const { return panels.back().end; }
  Extent width() const { return end() - begin(); }
  // First row and column that any product of the batch touches.
  Extent base() const { return panels.front().end; }
  // By its number among all panels.
  const Panel& panel(std::size_t k) const { return panels[k - first]; }
};

// The panels in batches of at most `width` columns, of one panel at least.
std::vector<Batch> cut_batches(const std::vector<Panel>& panels, Extent width);

}  // namespace het
