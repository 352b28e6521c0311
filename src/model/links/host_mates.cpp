#include "src/model/links/host_mates.hpp"

#include <algorithm>

namespace het {

HostMates::HostMates(const Hosts& hosts, const Placement& placement) {
  if (!hosts.told_apart()) return;
  int lines = 0;  // rows or columns, whichever are more
  for (const auto& at : placement.of_rank) lines = std::max({lines, at.row + 1, at.col + 1});
  const auto count = static_cast<std::size_t>(hosts.count()), line_count = static_cast<std::size_t>(lines);
  std::vector<int> in_row(count * line_count), in_col(in_row), on_grid(count);
  const auto index = [&](int rank, int line) {
    return static_cast<std::size_t>(hosts.of(rank)) * line_count + static_cast<std::size_t>(line);
  };
  for (int rank = 0; rank < placement.ranks(); ++rank)
    if (const auto at = placement[rank]; at.on_grid()) {
      ++in_row[index(rank, at.row)];
      ++in_col[index(rank, at.col)];
      ++on_grid[static_cast<std::size_t>(hosts.of(rank))];
    }
  for (int rank = 0; rank < placement.ranks(); ++rank) {
    const auto at = placement[rank];
    const int here = on_grid[static_cast<std::size_t>(hosts.of(rank))];
    mates_.push_back(at.on_grid()
                         ? Mates{in_row[index(rank, at.row)] - 1, in_col[index(rank, at.col)] - 1, here - 1}
                         : Mates{0, 0, here});
  }
}

}  // namespace het
