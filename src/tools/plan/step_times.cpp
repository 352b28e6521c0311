#include "src/tools/plan/step_times.hpp"

#include <algorithm>

#include "src/model/factor/step/step_costs.hpp"

namespace het {

std::vector<StepTime> step_times(const Forecast& forecast) {
  std::vector<StepTime> steps;
  const CallShape& shape = forecast.call.shape;
  if (!is_factorization(shape.kind)) return steps;
  const LayoutCandidate& best = forecast.ranking.front();
  const Platform& platform = forecast.call.platform;
  const Distribution matrix = best.layout.distribution(shape.m, shape.n);
  const Placement placement = best.layout.placement(static_cast<int>(platform.cycle_times.size()));
  const Panels panels(matrix, best.panel_width);
  StepCosts costs(platform, shape, {matrix, placement}, our_algorithm(shape.kind), panels);
  for (std::size_t s = 0; s < panels.count(); ++s) {
    costs.advance_to(s);
    StepTime step{shape.n - panels[s].begin, costs.factor_panel(), 0, costs.balanced_update()};
    for (int i = 0; i < panels.p(); ++i)
      for (int j = 0; j < panels.q(); ++j) step.update = std::max(step.update, costs.update(i, j));
    steps.push_back(step);
  }
  return steps;
}

}  // namespace het
