#include "src/algorithm/factor/audience.hpp"

#include <algorithm>

namespace het {

Audience::Audience(const AxisMap& cols, const std::vector<Panel>& panels)
    : panels_(static_cast<std::size_t>(cols.processes()), 0), columns_of_(cols.local_sizes()) {
  for (std::size_t k = 0; k < panels.size(); ++k) {
    owners_.push_back(panels[k].col);
    panels_[static_cast<std::size_t>(panels[k].col)] = k + 1;
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

std::vector<int> Audience::ring(std::size_t k, RingOrder order) const {
  return het::ring(order, columns(k), owners_[std::min(k + 1, owners_.size() - 1)], columns_of_);
}

std::size_t Audience::common() const { return std::ranges::min(panels_); }

Extent Audience::tell_rest(const Communicator& comm, const Line& row, void* data, Extent bytes, int tag,
                           const Idle& idle) const {
  if (owners_.empty() || common() == owners_.size()) return 0;
  std::vector<int> columns{owners_.back()};
  for (int col = 0; col < row.size(); ++col)
    if (panels(col) < owners_.size()) columns.push_back(col);
  const Line line = row.among(columns);
  if (!line.has_me()) return 0;
  LineBroadcast message(comm, tag);
  message.start(line, 0, data, bytes);
  for (int looks = 0; !message.finished();)
    if (message.progress() == 0) {
      idle();
      rest_after(++looks);
    }
  return message.bytes_sent();
}

}  // namespace het
