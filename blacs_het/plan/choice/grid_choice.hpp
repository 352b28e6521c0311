#pragma once
// Which processors compute a call, on a grid of which shape, with which blocks: ranked by predicted time.
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "blacs_het/plan/choice/layout.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/move_model.hpp"
#include "src/model/platform.hpp"
#include "src/model/prediction.hpp"

namespace het {

// One way to compute a call, with what it is predicted to cost.
struct LayoutCandidate {
  Layout layout;           // order holds indices into Platform::cycle_times; the others are left out
  Extent panel_width = 0;  // columns of one panel; for a product its inner dimension
  std::string_view order;  // how blocks are ordered: see BlockOrder, "contiguous" for a product
  double work_rate = 0;    // W of the plan
  Prediction compute;      // seconds, in terms that add up
  double move_in = 0, move_out = 0;  // seconds between the caller's layout and this one

  double total() const { return move_in + compute.total() + move_out; }
};

// The plan of a p x q grid of the fastest processors: plan_grid, or a cache in front of it.
using PlanSource = std::function<GridPlan(int p, int q)>;

struct GridChoiceOptions {
  std::optional<std::pair<int, int>> grid;  // the only grid; none: all p x q <= number of processors
  std::optional<Extent> panel_width;        // the only width of panels; none: the model chooses
  int refined = 3;                          // grids that get the full planner
  PlanSource plan;                          // none: plan_grid with the platform's cycle-times
};

// Candidates for a call, the best first: one for each grid worth a full plan. All p x q grids of the fastest
// processors are scored by the model with a quick plan (BPRR99 §4.4), W decides nothing by itself; the best few
// are planned well and scored again. `caller` is where the matrix (of a product: C) is and must return to;
// without it moves cost nothing. Pure and deterministic. Throws Error for bad cycle-times or a grid that does
// not fit. About 0.1 ms a grid beside the planner's time.
std::vector<LayoutCandidate> rank_layouts(const Platform& platform, const CallShape& shape,
                                          const std::optional<Placed>& caller,
                                          const GridChoiceOptions& options = {});

}  // namespace het
