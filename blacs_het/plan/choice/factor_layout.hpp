#pragma once
// Layouts for factorizations, whose matrix shrinks from the front.
#include <array>
#include <optional>
#include <string_view>

#include "blacs_het/plan/choice/layout.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/platform.hpp"

namespace het {

enum class BlockOrder {
  cyclic,   // a short period, each owner's blocks together, rows and columns alike [BPRR99 Figure 4]
  columns,  // a short period, its columns interleaved and reversed [BPRR99 §3.2.2]
  both,     // rows and columns balanced in every trailing part, a period as long as the matrix
  refined,  // the same with weights changed where the predicted total gains
  kept      // as `both`, but an axis of about equal shares is the caller's own: less moves, in fewer messages
};
// In this order.
inline constexpr std::array<std::string_view, 5> block_order_names{"cyclic", "columns", "both", "refined",
                                                                   "kept"};
constexpr std::string_view block_order_name(BlockOrder order) {
  return block_order_names[static_cast<std::size_t>(order)];
}
std::optional<BlockOrder> block_order_named(std::string_view name);

// The layout of an m x n matrix in nb x nb blocks for a factorization on a planned grid. `refined` needs the platform
// and takes at most `work_limit` elementary steps (about 3 ns each); its width of panels is nb. `kept` needs the
// caller's distribution, and is `both` without.
struct FactorLayoutOptions {
  double work_limit = 1e6;
  const Distribution* caller = nullptr;
};
// Whether `kept` differs from `both`.
bool keeps_an_axis(const GridPlan& plan, const Distribution& caller);
Layout factor_layout(const Platform& platform, const CallShape& shape, const GridPlan& plan, Extent nb,
                     BlockOrder order, const FactorLayoutOptions& options = {});

}  // namespace het
