#include "src/distribution/panels/product/panel_stream_shape.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr Extent least_depth = 3;
constexpr Extent most_pieces = 4;  // beyond, wider panels delay products more than they help
// The first panel is such a part of the widest, or less. (Two owners' would be so narrow that its product takes longer
// than the wait.)
constexpr Extent first_part = 3;

// Of at most `width`; of whole rounds of blocks where that makes them little wider and leaves no thin last one.
PanelStreamShape equal_panels(Extent k, Extent width, Extent round, Extent least_steps = 1) {
  const Extent steps = std::max(ceil_div(k, width), least_steps), equal = ceil_div(k, steps);
  const Extent rounds = ceil_div(equal, round) * round, last = (k - 1) % rounds + 1;
  const bool take_rounds = rounds <= width && rounds - equal <= equal / 8 && last >= equal / 2;
  PanelStreamShape shape{.width = take_rounds ? rounds : equal};
  shape.steps = ceil_div(k, shape.width);
  shape.less_at_last = shape.steps * shape.width - k;
  return shape;
}

}  // namespace

PanelStreamShape panel_stream_shape(const PanelStreamLimits& limits, Extent k, const PanelPieces& pieces,
                                    Extent largest_bytes) {
  if (k == 0) return {.depth = 1, .less_at_last = 1};
  const Extent room = std::max<Extent>(limits.bytes / std::max<Extent>(largest_bytes, 1), 1);
  const Extent widest = limits.width * std::min(pieces.count, most_pieces), third = widest / first_part,
               first = limits.first > 0 ? std::min(limits.first, third) : third;
  const Extent width = std::clamp<Extent>(room / least_depth, 1, std::clamp<Extent>(widest, 1, k));
  PanelStreamShape shape = equal_panels(k, width, pieces.round);
  if (third >= limits.width && k > first)
    if (auto rest = equal_panels(k - first, width, pieces.round, std::min<Extent>(shape.steps, 2));
        rest.width > first) {
      ++rest.steps;
      rest.less_at_first = rest.width - first;
      shape = rest;
    }
  const Extent depth = std::max<Extent>(std::min<Extent>(limits.depth, room / shape.width), 2);
  shape.depth = static_cast<int>(std::min(depth, shape.steps));
  return shape;
}

}  // namespace het
