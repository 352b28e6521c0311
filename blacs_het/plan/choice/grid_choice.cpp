#include "blacs_het/plan/choice/grid_choice.hpp"

#include <algorithm>

#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/model/product_model.hpp"

namespace het {
namespace {

std::vector<std::pair<int, int>> full_grids(int processes) {
  std::vector<std::pair<int, int>> grids;
  for (int p = 1; p <= processes; ++p)
    if (processes % p == 0) grids.emplace_back(p, processes / p);
  return grids;
}

LayoutCandidate product_candidate(const Platform& platform, const CallShape& shape,
                                  const std::optional<Placed>& caller, const GridPlan& plan) {
  LayoutCandidate candidate;
  candidate.layout = product_layout(plan, shape.m, shape.n);
  candidate.panel_width = product_panel;
  candidate.order = "contiguous";
  candidate.work_rate = plan.shares.work_rate;
  const Distribution target = candidate.layout.distribution(shape.m, shape.n);
  const Placement placement = candidate.layout.placement(static_cast<int>(platform.cycle_times.size()));
  candidate.compute = predict_product(platform, shape, {target, placement}, candidate.panel_width);
  if (caller) candidate.move_out = move_seconds(platform, shape.element_bytes, {target, placement}, *caller);
  return candidate;
}

}  // namespace

std::vector<LayoutCandidate> rank_layouts(const Platform& platform, const CallShape& shape,
                                          const std::optional<Placed>& caller,
                                          const GridChoiceOptions& options) {
  const PlanSource plan =
      options.plan ? options.plan : [&](int p, int q) { return plan_grid(platform.cycle_times, p, q); };
  const auto grids =
      options.grid ? std::vector{*options.grid} : full_grids(static_cast<int>(platform.cycle_times.size()));
  std::vector<LayoutCandidate> candidates;
  for (const auto& [p, q] : grids)
    candidates.push_back(product_candidate(platform, shape, caller, plan(p, q)));
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const LayoutCandidate& a, const LayoutCandidate& b) { return a.total() < b.total(); });
  return candidates;
}

}  // namespace het
