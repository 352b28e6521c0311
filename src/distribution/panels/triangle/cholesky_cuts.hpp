#pragma once
#include <algorithm>
#include <cstddef>

#include "src/base/index.hpp"

namespace het {

// Rows of a panel of Cholesky that are solved for between two looks at the messages: those of the block on the diagonal are
// on their way.
inline constexpr Extent solved_rows = 256;

// An INFO that travels in a message of numbers of so many bytes takes so many of them.
//   4: 2, 8: 1, 16: 1
constexpr Extent info_elements_of(Extent element_bytes) {
  return (Extent{sizeof(Extent)} + element_bytes - 1) / element_bytes;
}

// About so many columns are a piece of Cholesky's sweep over the local columns behind its panels.
inline constexpr Extent sweep_width = 256;

// Where the piece ends that begins at local column `begin` of those that end at `end`. The sweep subtracts the panels before
// `last`. Those that a window of `slots` panels may hold before this sweep or the next is over, 2 slots, must not wait for a
// long piece: as long as such a panel has columns behind `begin`, the piece ends with the first one's, panel_end(k) for panel
// k < panels. Of c = end - begin columns behind them a piece is
//   c / max(c / sweep_width, 1)
// rounded down, so that all are about equal. O(slots).
//
// Worked example: panels of 64 columns, slots = 2, last = 3, end = 1048: from 192 on pieces end at 256, 320, 384 and 448,
// then at 748 and 1048.
template <class PanelEnd>
Extent sweep_piece_end(Extent begin, Extent end, std::size_t last, std::size_t panels, std::size_t slots,
                       const PanelEnd& panel_end) {
  for (std::size_t k = last; k < std::min(panels, last + 2 * slots); ++k)
    if (const Extent near = panel_end(k); near > begin) return near;
  const Extent left = end - begin;
  return begin + left / std::max<Extent>(left / sweep_width, 1);
}

}  // namespace het
