#include "src/distribution/panels/panel_stream_shape.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr Extent least_depth = 3;
constexpr Extent most_pieces = 4;  // beyond, wider panels delay products more than they help
// The first panel in parts of the widest: with nb = 64 every owner has a block of it. (Two owners' would be so narrow that
// its product takes longer than the wait.)
constexpr Extent first_part = 3;

PanelStreamShape equal_panels(Extent k, Extent width, Extent least_steps = 1) {
  const Extent steps = std::max((k + width - 1) / width, least_steps);
  return {.width = (k + steps - 1) / steps, .steps = steps};
}

}  // namespace

PanelStreamShape panel_stream_shape(const PanelStreamLimits& limits, Extent k, Extent pieces,
                                    Extent largest_bytes) {
  k = std::max<Extent>(k, 1);
  const Extent room = std::max<Extent>(limits.bytes / std::max<Extent>(largest_bytes, 1), 1);
  const Extent widest = limits.width * std::min(pieces, most_pieces), first = widest / first_part;
  const Extent width = std::clamp<Extent>(room / least_depth, 1, std::clamp<Extent>(widest, 1, k));
  PanelStreamShape shape = equal_panels(k, width);
  if (first >= limits.width && k > first)
    if (const auto rest = equal_panels(k - first, width, std::min<Extent>(shape.steps, 2));
        rest.width > first)
      shape = {.width = rest.width, .steps = rest.steps + 1, .less_at_first = rest.width - first};
  const Extent depth = std::max<Extent>(std::min<Extent>(limits.depth, room / shape.width), 2);
  shape.depth = static_cast<int>(std::min(depth, shape.steps));
  return shape;
}

}  // namespace het
