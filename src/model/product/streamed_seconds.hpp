#pragma once
#include <algorithm>
#include <vector>

#include "src/distribution/panels/product/panel_stream_shape.hpp"

namespace het {

// Seconds for each whole panel of one process: multiplying, and the share of its link. Beside that what panels under
// way together take because few processes own them and the link of each carries its part to many: the first one alone,
// at the rate of a whole one; and any g of them, all together.
struct PanelSeconds {
  double work = 0, carry = 0, first_alone = 0;
  std::vector<double> owners;  // of g = 1, 2, ... panels; none: links are all that counts

  double together(Extent g) const {
    const auto k = std::min(static_cast<std::size_t>(g), owners.size());
    return std::max(static_cast<double>(g) * carry, k > 0 ? owners[k - 1] : 0);
  }
};

// Seconds of a stream of panels of one process: at panel s it waits for that panel, lets others up to s + depth
// start, at first two for each that it has, and multiplies. Panels under way at a time share the link evenly, so that
// those that started together come together: g of them take max(g carry, owners_g). Narrower panels take their part of
// all. O(steps).
//
// Worked example, 4 steps, work = carry = 1: the panels come at 1, 2, 4 and 4; 6 seconds.
double streamed_seconds(const PanelStreamShape& shape, const PanelSeconds& panel);

// How narrow the first of panels of `width` may be: while it is multiplied, the second one comes,
//   first work >= width carry.
// A multiple of 8, at least 16.
Extent narrow_first_panel(const PanelSeconds& panel, Extent width);

}  // namespace het
