#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Where the panels of the first `count` columns end: as wide as their owners permit, at most `widest`. A run of columns
// of one owner that is wider is cut into equal panels. O(blocks).
//
// Worked example: columns 0 0 1 0 in blocks of 64 with widest 96 give 64, 128, 192, 256; with widest 128 the first two
// are one: 128, 192, 256.
std::vector<Extent> panel_ends(const AxisMap& cols, Extent count, Extent widest);

// LU's and QR's panels are halved until so many columns are left, which are eliminated one by one: fewer would make the
// products too thin, more leave too much to the slow operations on vectors.
inline constexpr Extent leaf_width = 8;
// QR's halves are whole leaves: where the right one of columns [begin, end) begins, `end` if they are one leaf.
constexpr Extent right_half(Extent begin, Extent end) {
  const Extent leaves = ceil_div(end - begin, leaf_width);
  return leaves <= 1 ? end : begin + leaf_width * ((leaves + 1) / 2);
}

// Panels of LU that a process has at a time: one that it updates with, the next one, and one more, because a process may be a
// step behind.
inline constexpr std::size_t lu_panels_alive = 3;

// Of a message in which a process names its candidate for a pivot: how large it is and which row, ahead of two rows of the
// panel.
inline constexpr Extent lu_candidate_bytes = 16;

// Panels that Cholesky has in its window, 512 columns of at most `widest` each: 3 to 16. One is factored, one travels
// and one is subtracted at least, and processes do not keep step.
inline constexpr Extent most_panels_in_window = 16;
Extent panels_in_window(Extent widest);

// Seconds of a slice of Cholesky's update, between two looks for messages, at most: each panel that has come for the next
// sweep adds as much again. Shorter ones cost slow processes more in speed than a late panel does.
inline double cholesky_slice_seconds(double panels_ahead) { return 2e-3 * (1 + panels_ahead); }
// When the panels before `arrived` are here, and this sweep subtracts those before `sweeping`.
inline double cholesky_slice_seconds(std::size_t arrived, std::size_t sweeping) {
  return cholesky_slice_seconds(static_cast<double>(arrived - std::min(arrived, sweeping)));
}

// Seconds for which a process of the panel's process column waits for the factor of the block on the diagonal before it
// goes on with its update: where other process columns wait for the panel what it takes a process that is ready to send
// it, and less than a slice.
inline double diagonal_patience(int process_cols) { return process_cols > 1 ? 1e-4 : 0; }

}  // namespace het
