#pragma once
#include "src/distribution/panels/panel_stream_shape.hpp"

namespace het {

// Seconds for each whole panel of one process: multiplying, the share of its link, and what it takes to come when it
// travels alone, because few processes own it and the link of each carries it to many (at the rate of the first panel,
// and of the others).
struct PanelSeconds {
  double work = 0, carry = 0, first_alone = 0, alone = 0;
};

// Seconds of a stream of panels of one process: at panel s it waits for that panel, lets others up to s + depth
// start, at first two for each that it has, and multiplies. Panels under way at a time share the link evenly, so that
// those that started together come together: g of them take max(g carry, alone). Narrower panels take their part of
// all. O(steps).
//
// Worked example, 4 steps, work = carry = alone = 1: the panels come at 1, 2, 4 and 4; 6 seconds.
double streamed_seconds(const PanelStreamShape& shape, const PanelSeconds& panel);

// How narrow the first of panels of `width` may be: while it is multiplied, the second one comes,
//   first work >= width carry.
// A multiple of 8, at least 16.
Extent narrow_first_panel(const PanelSeconds& panel, Extent width);

}  // namespace het
