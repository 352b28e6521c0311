#include "src/distribution/panels/audience.hpp"

#include <algorithm>

namespace het {

Audience::Audience(const AxisMap& cols, const std::vector<Panel>& panels, const PanelRoute& route)
    : order_(route.order),
      panels_(static_cast<std::size_t>(cols.processes()), route.to_those_in_need ? 0 : panels.size()),
      columns_of_(cols.local_sizes()) {
  for (std::size_t k = 0; k < panels.size(); ++k) {
    owners_.push_back(panels[k].col);
    std::size_t& last = panels_[static_cast<std::size_t>(panels[k].col)];
    last = std::max(last, k + 1);
  }
  const Extent end = panels.empty() ? 0 : panels.back().end;
  for (std::size_t col = 0; col < panels_.size(); ++col)
    if (cols.local_size(ProcessCoord(col), GlobalIndex(end), GlobalIndex(cols.extent())) > 0)
      panels_[col] = panels.size();
}

std::vector<int> Audience::columns(std::size_t k) const {
  const int q = static_cast<int>(panels_.size());
  std::vector<int> columns;
  for (int step = 0; step < q; ++step)
    if (const int col = (owners_[k] + step) % q; panels(col) > k) columns.push_back(col);
  return columns;
}

std::vector<int> Audience::ring(std::size_t k) const {
  return het::ring(order_, columns(k), owners_[std::min(k + 1, owners_.size() - 1)], columns_of_);
}

std::size_t Audience::common() const { return std::ranges::min(panels_); }

std::vector<int> Audience::rest() const {
  if (owners_.empty() || common() == owners_.size()) return {};
  std::vector<int> columns{owners_.back()};
  for (int col = 0; col < static_cast<int>(panels_.size()); ++col)
    if (panels(col) < owners_.size()) columns.push_back(col);
  return columns;
}

}  // namespace het
