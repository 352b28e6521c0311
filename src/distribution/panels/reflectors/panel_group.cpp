#include "src/distribution/panels/reflectors/panel_group.hpp"

#include <cmath>

namespace het {
namespace {

// Columns of a group: as many as two panels may have, and no more than these, which would gain little speed.
constexpr Extent most_panel_widths = 2, widest_group = 128;

// Inner dimension of the update, that of the least c n^3 (1 + h / k) (1 + k / n): short products are slow, and with k
// grow the part of the zeros above V's diagonal that is multiplied too, the products with T, and the wait for the
// panels that must be there before the first of the next group is factored. At least a panel's width.
Extent good_width(Extent n, Extent panel_width, double half_speed_k) {
  const double best = std::sqrt(half_speed_k * static_cast<double>(n));
  return std::max(panel_width, std::min(static_cast<Extent>(best), widest_group));
}

}  // namespace

std::vector<PanelGroup> group_panels(const std::vector<Panel>& panels, Extent width, std::size_t most) {
  std::vector<PanelGroup> groups;
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const Panel& panel = panels[k];
    const bool fits =
        !groups.empty() && groups.back().panels.size() < most && panel.end - groups.back().begin() <= width;
    if (!fits) groups.push_back({{}, k});
    groups.back().panels.push_back(panel);
  }
  return groups;
}

std::vector<PanelGroup> groups_of(const std::vector<Panel>& panels, Extent panel_width, double half_speed_k) {
  const Extent count = panels.empty() ? 0 : panels.back().end;
  const Extent width =
      std::min(most_panel_widths * panel_width, good_width(count, panel_width, half_speed_k));
  return group_panels(panels, width, most_panels_in_group);
}

}  // namespace het
