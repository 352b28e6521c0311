#include "src/model/factor/walk/factor_steps.hpp"

#include <algorithm>

#include "src/model/factor/step/solve_sharing.hpp"

namespace het {

FactorSteps::FactorSteps(const Platform& on, const CallShape& call, const Placed& where, Extent widest_panel)
    : platform(on),
      shape(call),
      matrix(where),
      algorithm(our_algorithm(call.kind)),
      panels(where.distribution, widest_panel),
      audience(where.distribution.cols, panels.all(), algorithm.message.route),
      groups(call.kind == RoutineKind::qr ? groups_of(panels.all(), widest_panel, on.rates.half_speed_k)
                                          : std::vector<PanelGroup>{}),
      ranks_(where.placement.by_place(panels.p(), panels.q())) {
  StepCosts costs(on, call, where, algorithm, panels);
  for (std::size_t s = 0; s < panels.count(); ++s) {
    costs.advance_to(s);
    OfStep& step = steps_.emplace_back();
    step.rates = costs.rates();
    step.diagonal_block = costs.diagonal_block();
    for (int i = 0; i < panels.p(); ++i) {
      step.panel_seconds.push_back(costs.panel_part(i));
      step.panel_bytes.push_back(costs.panel_bytes(i));
    }
  }
  if (algorithm.message.transposed) diagonal.emplace(panels, where.distribution.rows);
}

std::vector<int> FactorSteps::line(int i, const std::vector<int>& columns) const {
  std::vector<int> ranks;
  for (const int j : columns) ranks.push_back(rank(i, j));
  return ranks;
}

bool FactorSteps::shares_solve() const {
  return solve_is_shared(platform, shape, panels.p(), panels.widest());
}

}  // namespace het
