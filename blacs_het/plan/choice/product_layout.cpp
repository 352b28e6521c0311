#include "blacs_het/plan/choice/product_layout.hpp"

#include "blacs_het/plan/pattern.hpp"

namespace het {

Layout product_layout(const GridPlan& plan, Extent m, Extent n, double steps) {
  const auto units = [](Extent extent) { return ceil_div(extent, product_unit); };
  const IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, units(m), units(n), steps);
  const auto axis = [](const std::vector<Extent>& parts) {
    return AxisLayout{product_unit, contiguous_pattern(parts), static_cast<int>(parts.size())};
  };
  const auto order = plan.arrangement.order();
  return {plan.arrangement.p(),
          plan.arrangement.q(),
          {order.begin(), order.end()},
          axis(shares.rows),
          axis(shares.cols)};
}

}  // namespace het
