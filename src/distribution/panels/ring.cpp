#include "src/distribution/panels/ring.hpp"

#include <algorithm>
#include <limits>

namespace het {
namespace {

// MPI moves only a few fragments of a long message at a look, but of every message: many short ones arrive while both
// sides compute.
constexpr Extent usual_chunk = Extent{3} << 15, shortest_chunk = Extent{1} << 15;
// With more processes behind each other than this, shorter chunks keep the last one from waiting.
constexpr int short_ring = 3;

}  // namespace

std::vector<int> ring(RingOrder order, std::vector<int> cols, int next, const std::vector<Extent>& columns) {
  if (order == RingOrder::of_grid) return cols;
  const auto urgency = [&](int col) {
    if (col == next) return std::numeric_limits<Extent>::max();
    return order == RingOrder::next_first ? 0 : columns[static_cast<std::size_t>(col)];
  };
  std::stable_sort(cols.begin() + 1, cols.end(), [&](int a, int b) { return urgency(a) > urgency(b); });
  return cols;
}

Extent ring_chunks(Extent bytes, int processes) {
  const Extent usual = (bytes + usual_chunk - 1) / usual_chunk;
  if (processes <= short_ring) return usual;
  return std::max(usual, std::min<Extent>(processes, bytes / shortest_chunk));
}

}  // namespace het
