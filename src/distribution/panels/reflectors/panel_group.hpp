#pragma once
#include <vector>

#include "src/distribution/panels/panel.hpp"

namespace het {

// Panels that follow each other, on whatever process columns, whose reflectors are applied to the rest of the matrix at
// once: one product with a long inner dimension, though blocks are narrow.
struct PanelGroup {
  std::vector<Panel> panels;
  std::size_t first = 0;  // number of the first one
  Extent begin() const { return panels.front().begin; }
  Extent end() const { return panels.back().end; }
  Extent width() const { return end() - begin(); }

  // How far a process has updated its columns [rest, end) behind the group by the group before when it turns to its panel i
  // of this one: a panel before it that another process column factors is on its way for a while, in which the rest is updated
  // in equal parts. `rest`: nothing, where panel i is the first, or follows one of its own process column.
  Extent rest_updated_before(std::size_t i, Extent rest, Extent end) const {
    if (i == 0 || panels[i - 1].col == panels[i].col) return rest;
    return part_begin(rest, end, static_cast<Extent>(i), std::ssize(panels));
  }
};

// The panels in groups: at most `most` panels, and `width` columns unless one panel
// already has more. O(panels).
std::vector<PanelGroup> group_panels(const std::vector<Panel>& panels, Extent width, std::size_t most);

// Of a group of QR's: as many narrow panels as this, where panels may be wider than blocks. (In the library's
// own calls they may not, and the first and the last block alone are narrower: a group then has three at most.)
inline constexpr std::size_t most_panels_in_group = 8;

// QR's groups, where no panel is wider than `panel_width`, and a product with an inner dimension of k runs at
// k / (k + half_speed_k).
std::vector<PanelGroup> groups_of(const std::vector<Panel>& panels, Extent panel_width, double half_speed_k);

}  // namespace het
