#include "blacs_het/plan/choice/layout.hpp"

#include <algorithm>

namespace het {
namespace {

// The processes of an axis that own some of `extent` elements, in their order.
std::vector<int> at_work(const AxisLayout& axis, Extent extent) {
  const AxisMap map = axis.map(extent);
  std::vector<int> found;
  for (int process = 0; process < axis.processes; ++process)
    if (map.local_size(ProcessCoord(process)) > 0) found.push_back(process);
  return found;
}

// These alone, numbered anew.
AxisLayout only(const AxisLayout& axis, const std::vector<int>& processes) {
  AxisLayout left{axis.nb, {}, static_cast<int>(processes.size())};
  for (const int owner : axis.pattern)
    if (const auto at = std::ranges::find(processes, owner); at != processes.end())
      left.pattern.push_back(static_cast<int>(at - processes.begin()));
  return left;
}

}  // namespace

std::vector<Extent> AxisLayout::shares() const {
  std::vector<Extent> blocks(static_cast<std::size_t>(processes));
  for (const int owner : pattern) ++blocks[static_cast<std::size_t>(owner)];
  return blocks;
}

Layout without_idle_lines(const Layout& layout, Extent m, Extent n) {
  const std::vector<int> rows = at_work(layout.rows, m), cols = at_work(layout.cols, n);
  const bool none = rows.empty() || cols.empty(),
             all = std::ssize(rows) == layout.p && std::ssize(cols) == layout.q;
  if (none || all) return layout;
  Layout left{static_cast<int>(rows.size()),
              static_cast<int>(cols.size()),
              {},
              only(layout.rows, rows),
              only(layout.cols, cols)};
  for (const int row : rows)
    for (const int col : cols)
      left.order.push_back(layout.order[static_cast<std::size_t>(row * layout.q + col)]);
  return left;
}

Placement Layout::placement(int ranks) const {
  Placement placement;
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  for (int at = 0; at < p * q; ++at)
    placement.of_rank[static_cast<std::size_t>(order[static_cast<std::size_t>(at)])] = {at / q, at % q};
  return placement;
}

}  // namespace het
