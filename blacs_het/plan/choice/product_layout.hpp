#pragma once
#include "blacs_het/plan/choice/layout.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/rounding.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"

namespace het {

// Ownership in a product is cut in units of this many elements: fine enough to balance, and whole vector
// registers.
inline constexpr Extent product_unit = 8;
// Inner dimension of one local product of SUMMA.
inline constexpr Extent product_panel = PanelStreamLimits{}.width;

// Contiguous shares of an m x n matrix C: the order of blocks does not matter in a product, and what is
// together needs fewer messages. `steps`: how long to look for better whole numbers, see round_to_pattern.
Layout product_layout(const GridPlan& plan, Extent m, Extent n, double steps = rounding_steps);

}  // namespace het
