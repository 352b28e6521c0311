#include "src/model/factor/factor_model.hpp"

#include <algorithm>
#include <limits>

#include "src/model/factor/step_costs.hpp"

namespace het {
namespace {

struct Run {
  double seconds = 0;
  double balanced_update = 0;
};

Run run(const Platform& platform, const CallShape& shape, const Placed& matrix,
        const FactorAlgorithm& algorithm, const Panels& panels) {
  Run result;
  if (panels.count() == 0) return result;
  const int q = panels.q();
  StepCosts costs(platform, shape, matrix, algorithm, panels);
  std::vector<double> free(static_cast<std::size_t>(q));  // F_j
  costs.advance_to(0);
  double ready = costs.panel();  // P_s
  free[static_cast<std::size_t>(panels[0].col)] = ready;
  for (std::size_t s = 0; s < panels.count(); ++s) {
    const int next_col = s + 1 < panels.count() ? panels[s + 1].col : -1;
    double next_updated = 0;
    for (int j = 0; j < q; ++j) {
      double& finished = free[static_cast<std::size_t>(j)];
      const int hops = (j - panels[s].col + q) % q;
      const double start = std::max(finished, ready + costs.travel(hops)) + costs.before(j);
      finished = start + costs.update(j);
      if (j == next_col) next_updated = algorithm.lookahead ? start + costs.next() : finished;
    }
    result.balanced_update += costs.balanced_update();
    if (next_col < 0) break;
    costs.advance_to(s + 1);
    ready = next_updated + costs.panel();
    // The rest of the update comes after the panel.
    free[static_cast<std::size_t>(next_col)] += costs.panel();
  }
  result.seconds = *std::max_element(free.begin(), free.end());
  return result;
}

Run our_run(const Platform& platform, const CallShape& shape, const Placed& matrix, const Panels& panels) {
  return run(platform, shape, matrix, our_algorithm(shape.kind), panels);
}

}  // namespace

Prediction predict_factorization(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                 Extent widest_panel) {
  const Panels panels(matrix.distribution, widest_panel);
  // One kind of cost after the other is switched off.
  Platform changed = platform;
  const double total = our_run(changed, shape, matrix, panels).seconds;
  changed.latency = 0;
  const double without_latency = our_run(changed, shape, matrix, panels).seconds;
  changed.seconds_per_byte = changed.seconds_per_copied_byte = 0;
  const double without_exchange = our_run(changed, shape, matrix, panels).seconds;
  FactorAlgorithm free_panels = our_algorithm(shape.kind);
  free_panels.panel_work = 0;
  const Run updates = run(changed, shape, matrix, free_panels, panels);
  return {updates.balanced_update, updates.seconds - updates.balanced_update,
          without_exchange - updates.seconds, without_latency - without_exchange, total - without_latency};
}

double factorization_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                             Extent widest_panel) {
  return our_run(platform, shape, matrix, Panels(matrix.distribution, widest_panel)).seconds;
}

double reference_factorization_seconds(const Platform& platform, const CallShape& shape,
                                       const Placed& matrix) {
  return run(platform, shape, matrix, reference_algorithm(shape.kind),
             Panels(matrix.distribution, std::numeric_limits<Extent>::max()))
      .seconds;
}

}  // namespace het
