#include "src/distribution/panels/product/product_panels.hpp"

#include <algorithm>

#include "src/distribution/panels/product/inner_panel.hpp"

namespace het {
namespace {

bool same_part(const AxisPart& part, const AxisMap& whole) {
  return part.map->part(part.begin, whole.extent()) == whole;
}

PanelPieces pieces_in_place(const ProductAxes& axes) {
  const auto aligned = [&](const OperandAxes& operand, const AxisMap& with) {
    return !operand.transposed && operand.placement == axes.of_c && same_part(operand.fixed, with);
  };
  const bool a_aligned = aligned(axes.a, axes.rows), b_aligned = aligned(axes.b, axes.cols);
  if (!a_aligned && !b_aligned) return {};
  const auto pieces = make_inner_panel(axes.a.inner, axes.b.inner, axes.k).pieces;
  const auto consecutive = [&](InnerPanel::Side side) {
    return std::ranges::all_of(pieces, [&](const auto& piece) { return piece.consecutive[side]; });
  };
  const bool of_a = a_aligned && consecutive(InnerPanel::a), of_b = b_aligned && consecutive(InnerPanel::b);
  if (!of_a && !of_b) return {};
  const Extent count = std::ssize(pieces), nb = axes.a.inner.map->nb();
  return {count, nb == axes.b.inner.map->nb() ? count * nb : 1, of_a && of_b};
}

}  // namespace

ProductPanels product_panels(const PanelStreamLimits& limits, const ProductAxes& axes, Extent element_bytes) {
  const PanelPieces pieces = pieces_in_place(axes);
  if (axes.of_c.ranks() == 1 && axes.k > 0) return {pieces, {.width = axes.k, .steps = 1, .depth = 1}};
  const Extent bytes_per_k = (axes.rows.largest_part() + axes.cols.largest_part()) * element_bytes;
  return {pieces, panel_stream_shape(limits, axes.k, pieces, bytes_per_k)};
}

}  // namespace het
