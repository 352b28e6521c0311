#pragma once
#include <vector>

#include "src/algorithm/factor/factor.hpp"

namespace het {

// Consecutive panels whose products are subtracted from the columns behind them all at once: a long inner dimension
// makes the local products fast, whatever the width of a panel. Between themselves the panels of a batch go one by one.
struct Batch {
  std::vector<Panel> panels;

  Extent begin() const { return panels.front().begin; }
  Extent end() const { return panels.back().end; }
  Extent width() const { return end() - begin(); }
  // First row and column that any product of the batch touches.
  Extent base() const { return panels.front().end; }
};

// The panels of n columns in batches of at most `width` columns, of one panel at least.
std::vector<Batch> cut_batches(const std::vector<Panel>& panels, Extent width);

}  // namespace het
