#include "src/distribution/panels/panel.hpp"

#include "src/distribution/panels/panel_ends.hpp"

namespace het {

std::vector<Panel> cut_panels(const AxisMap& cols, Extent count, Extent width) {
  std::vector<Panel> panels;
  Extent begin = 0;
  for (const Extent end : panel_ends(cols, count, width)) {
    panels.push_back({begin, end, static_cast<int>(cols.owner(GlobalIndex(begin)).value())});
    begin = end;
  }
  return panels;
}

}  // namespace het
