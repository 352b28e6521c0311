#include "src/distribution/panels/panel_stream_shape.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr Extent least_depth = 3;
constexpr Extent most_pieces = 4;  // beyond, wider panels delay the first product more than they help

}  // namespace

PanelStreamShape panel_stream_shape(const PanelStreamLimits& limits, Extent k, Extent pieces,
                                    Extent largest_bytes) {
  k = std::max<Extent>(k, 1);
  const Extent room = std::max<Extent>(limits.bytes / std::max<Extent>(largest_bytes, 1), 1);
  const Extent most = std::clamp<Extent>(limits.width * std::min(pieces, most_pieces), 1, k);
  const Extent width = std::clamp<Extent>(room / least_depth, 1, most);
  PanelStreamShape shape;
  shape.steps = (k + width - 1) / width;
  shape.width = (k + shape.steps - 1) / shape.steps;
  const Extent depth = std::max<Extent>(std::min<Extent>(limits.depth, room / shape.width), 2);
  shape.depth = static_cast<int>(std::min(depth, shape.steps));
  return shape;
}

}  // namespace het
