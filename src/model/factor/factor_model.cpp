#include "src/model/factor/factor_model.hpp"

#include <algorithm>

#include "src/model/factor/factor_run.hpp"
#include "src/model/factor/left_interchanges.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "src/model/followed.hpp"

namespace het {
namespace {

struct Run {
  double seconds = 0;
  double balanced_update = 0;
};

// Without LU's interchanges in the end.
Run run(const Platform& platform, const CallShape& shape, const Placed& matrix,
        const FactorAlgorithm& algorithm, const Panels& panels, const MovedMatrix& moved) {
  StepCosts costs(platform, shape, matrix, algorithm, panels);
  FactorRun steps(algorithm, matrix.distribution, panels, costs, moved);
  const double seconds = steps.run();
  return {seconds, steps.balanced_update()};
}

double stays_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                     const Panels& panels) {
  return run(platform, shape, matrix, our_algorithm(shape.kind), panels, {}).seconds +
         left_interchange_seconds(platform, shape, matrix, panels.widest());
}

double moved_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                     const Panels& panels, const MovedMatrix& moved, const Placed& caller) {
  return run(platform, shape, matrix, our_algorithm(shape.kind), panels, moved).seconds +
         left_interchange_seconds(platform, shape, caller, panels.widest());
}

}  // namespace

// One kind of cost after the other is switched off, moves first.
Prediction predict_factorization_quickly(const Platform& platform, const CallShape& shape,
                                         const Placed& matrix, Extent widest_panel, const Placed* caller) {
  const Panels panels(matrix.distribution, widest_panel);
  Platform changed = platform;
  const double stays = stays_seconds(changed, shape, matrix, panels);
  changed.between.latency = changed.between.message_overhead = 0;
  changed.hosts.inside.latency = changed.hosts.inside.message_overhead = 0;
  const double without_latency = stays_seconds(changed, shape, matrix, panels);
  changed.between = changed.hosts.inside = {};
  changed.hosts.interface_seconds_per_byte = changed.seconds_per_copied_byte = changed.seconds_per_jump = 0;
  const double without_exchange = stays_seconds(changed, shape, matrix, panels);
  FactorAlgorithm free_panels = our_algorithm(shape.kind);
  free_panels.panel.multiply_adds = free_panels.panel.vectors = free_panels.panel.diagonal = 0;
  const Run updates = run(changed, shape, matrix, free_panels, panels, {});
  Prediction result{.update = updates.balanced_update,
                    .idle = updates.seconds - updates.balanced_update,
                    .panel = without_exchange - updates.seconds,
                    .exchange = without_latency - without_exchange,
                    .latency = stays - without_latency};
  if (!caller || panels.count() == 0) return result;
  const MovedMatrix moved(platform, shape, *caller, matrix);
  const double moves = moved_seconds(platform, shape, matrix, panels, moved, *caller) - stays;
  // Less than nothing only where LU's last interchanges take less at home: these are exchange.
  result.exchange += std::min(moves, 0.0);
  result.move_in = std::clamp(moved.here(panels[0].end), 0.0, std::max(moves, 0.0));
  result.move_out = std::max(moves, 0.0) - result.move_in;
  return result;
}

namespace {

// The update is what it is; all else takes its part of the rest.
Prediction with_total(const Prediction& terms, double seconds) {
  const double others = terms.total() - terms.update;
  constexpr double rounding = 1e-9;
  if (others <= rounding * terms.total()) return terms;
  const double part = std::max(seconds - terms.update, 0.0) / others;
  return {.update = terms.update,
          .idle = part * terms.idle,
          .panel = part * terms.panel,
          .exchange = part * terms.exchange,
          .latency = part * terms.latency,
          .move_in = part * terms.move_in,
          .move_out = part * terms.move_out};
}

}  // namespace

Prediction predict_factorization(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                 Extent widest_panel, const Placed* caller) {
  const Prediction terms = predict_factorization_quickly(platform, shape, matrix, widest_panel, caller);
  const auto steps = static_cast<Extent>(Panels(matrix.distribution, widest_panel).count());
  if (followed_messages(shape, matrix.distribution.p(), matrix.distribution.q(), matrix.placement.ranks(),
                        steps) == 0)
    return terms;
  const auto walked = walked_factorization_seconds(platform, shape, matrix, widest_panel, caller);
  return walked ? with_total(terms, *walked) : terms;
}

double factorization_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                             Extent widest_panel, const Placed* caller) {
  const Panels panels(matrix.distribution, widest_panel);
  if (!caller) return stays_seconds(platform, shape, matrix, panels);
  return moved_seconds(platform, shape, matrix, panels, {platform, shape, *caller, matrix}, *caller);
}

double reference_factorization_seconds(const Platform& platform, const CallShape& shape,
                                       const Placed& matrix) {
  return run(platform, shape, matrix, reference_algorithm(shape.kind),
             Panels(matrix.distribution, matrix.distribution.cols.nb()), {})
      .seconds;
}

}  // namespace het
