#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/distribution/panels/panel.hpp"

namespace het {

// Rows of a panel of Cholesky that are solved for between two looks at the messages: those of the block on the diagonal are
// on their way.
inline constexpr Extent solved_rows = 256;

// An INFO that travels in a message of numbers of so many bytes takes so many of them.
//   4: 2, 8: 1, 16: 1
constexpr Extent info_elements_of(Extent element_bytes) {
  return ceil_div(Extent{sizeof(Extent)}, element_bytes);
}

// What a process row sends of each column of a panel, in elements. The panels of one round through the window lie side by side,
// all with the rows behind the end of the round's first panel; of a later panel `below` rows are needed and `above` others lie
// over them. INFO follows them. The rows above travel along, in one piece without copies, unless they are more than half as
// many as all else.
//   above 100, below 199, 8 bytes each: 300; above 101: 200
struct SentColumn {
  Extent elements;
  bool with_round;
};
constexpr SentColumn sent_column(Extent above, Extent below, Extent element_bytes) {
  const Extent needed = below + info_elements_of(element_bytes);
  const bool with_round = 2 * above <= needed;
  return {needed + (with_round ? above : 0), with_round};
}

// Panels lie side by side in a window of `slots` places, panel k in place k mod slots, `widest` columns each.
//
// Whether panel k may take its place: it is the first there, or the one before it is from before `needed`, from where on
// panels are needed, and has been passed_on().
template <class PassedOn>
bool slot_opens(std::size_t k, std::size_t slots, std::size_t needed, const PassedOn& passed_on) {
  return k < slots || (k - slots < needed && passed_on());
}

// Whether panel k lies right behind the one before it, so that one local product subtracts both.
inline bool joins_product(const std::vector<Panel>& panels, std::size_t k, std::size_t slots, Extent widest) {
  return k % slots > 0 && panels[k - 1].width() == widest;
}

// A sweep that begins with panel k, when all before `arrived` are here, subtracts the panels before the one returned: half of
// the window at most. Into the other half the next panels come meanwhile, which would else be missing when all processes have
// done the sweep.
constexpr std::size_t sweep_end(std::size_t k, std::size_t arrived, std::size_t slots) {
  return std::min(arrived, k + std::max<std::size_t>(slots / 2, 1));
}

// About so many columns are a piece of Cholesky's sweep over the local columns behind its panels.
inline constexpr Extent sweep_width = 256;

// Columns of a piece of panels that are near, at most, if it is not one panel's: so many that a local product of them runs at
// 8/9 of the full speed, where one of w columns runs at w / (w + half_speed_narrow); no more than other pieces have.
constexpr Extent near_piece_width(double half_speed_narrow) {
  return static_cast<Extent>(std::min(8 * half_speed_narrow, static_cast<double>(sweep_width)));
}

// The local columns that a sweep has before it: panels of `count`, of which it subtracts those before `last`, in a window of
// `slots` places.
struct SweepWindow {
  std::size_t last, count, slots;
  Extent near_width;  // near_piece_width
};

// Where the piece ends that begins at local column `begin` of those that end at `end`. Panels that the window may hold before
// this sweep or the next is over, 2 slots, must not wait for a long piece: as long as such a panel has columns behind `begin`,
// the piece ends with the first one's, panel_end(k) for panel k, or with those of more that fit into near_width columns. Of
// c = end - begin columns behind them a piece is
//   c / max(c / sweep_width, 1)
// rounded down, so that all are about equal. O(slots).
//
// Worked example: panels of 64 columns, slots = 2, last = 3, end = 1048: from 192 on pieces end at 256, 320, 384 and 448,
// then at 748 and 1048; with a near_width of 150 at 320 and 448 before.
template <class PanelEnd>
Extent sweep_piece_end(Extent begin, Extent end, const SweepWindow& window, const PanelEnd& panel_end) {
  Extent near_end = begin;
  for (std::size_t k = window.last; k < std::min(window.count, window.last + 2 * window.slots); ++k) {
    const Extent panel = panel_end(k);
    if (near_end > begin && panel - begin > window.near_width) break;
    near_end = std::max(near_end, panel);
  }
  if (near_end > begin) return near_end;
  const Extent left = end - begin;
  return begin + left / std::max<Extent>(left / sweep_width, 1);
}

}  // namespace het
