#include "src/distribution/panels/ring.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr Extent shortest_chunk = Extent{1} << 15;
// With more processes behind each other than this, shorter chunks keep the last one from waiting.
constexpr int short_ring = 3;

}  // namespace

std::vector<int> ring(RingOrder order, std::vector<int> cols, int next, const std::vector<Extent>& columns) {
  if (order == RingOrder::of_grid) return cols;
  const Extent most = columns.empty() ? 0 : std::max<Extent>(std::ranges::max(columns), 1);
  const auto urgency = [&](int col) {
    constexpr Extent next_owner = 3;
    if (col == next) return next_owner;
    // Of the most columns in halves, rounded: the blocks that some have more where all have equal shares do not count.
    return order == RingOrder::next_first ? 0
                                          : (4 * columns[static_cast<std::size_t>(col)] + most) / (2 * most);
  };
  std::stable_sort(cols.begin() + 1, cols.end(), [&](int a, int b) { return urgency(a) > urgency(b); });
  return cols;
}

Extent ring_chunks(Extent bytes, int processes) {
  const Extent usual = ceil_div(bytes, usual_chunk);
  if (processes <= short_ring) return usual;
  return std::max(usual, std::min<Extent>(processes, bytes / shortest_chunk));
}

}  // namespace het
