#include "src/algorithm/factor/qr/panel_group.hpp"

namespace het {

std::vector<PanelGroup> group_panels(const std::vector<Panel>& panels, Extent width, std::size_t most) {
  std::vector<PanelGroup> groups;
  for (const auto& panel : panels) {
    const bool fits =
        !groups.empty() && groups.back().panels.size() < most && panel.end - groups.back().begin() <= width;
    if (!fits) groups.emplace_back();
    groups.back().panels.push_back(panel);
  }
  return groups;
}

}  // namespace het
