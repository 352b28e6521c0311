#include "src/algorithm/factor/qr/panel_group.hpp"

namespace het {

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

}  // namespace het
