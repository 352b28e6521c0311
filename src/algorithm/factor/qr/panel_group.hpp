#pragma once
#include <vector>

#include "src/algorithm/factor/factor.hpp"

namespace het {

// Panels that follow each other, on whatever process columns, whose reflectors are applied to the rest of the matrix at
// once: one product with a long inner dimension, though blocks are narrow.
struct PanelGroup {
  std::vector<Panel> panels;
  std::size_t first = 0;  // number of the first one
  Extent begin() const { return panels.front().begin; }
  Extent end() const { return panels.back().end; }
  Extent width() const { return end() - begin(); }
};

// The panels in groups: at most `most` panels, and `width` columns unless one panel
// already has more. O(panels).
std::vector<PanelGroup> group_panels(const std::vector<Panel>& panels, Extent width, std::size_t most);

}  // namespace het
