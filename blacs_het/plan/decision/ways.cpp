#include "blacs_het/plan/decision/ways.hpp"

#include <algorithm>
#include <array>

#include "blacs_het/plan/choice/scoring/scoring.hpp"
#include "src/model/followed.hpp"
#include "src/model/routine_model.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

// Panels in place are whole block columns of the caller's, or parts of them not wider than the widest panel; a single
// process column takes as many neighbouring blocks as fit.
Extent width_in_place(const CallShape& shape, const Distribution& caller) {
  if (!is_factorization(shape.kind)) return product_panel;
  return caller.q() == 1 ? widest_factor_panel : std::min(caller.cols.nb(), widest_factor_panel);
}

}  // namespace

std::string_view way_name(Way way) {
  constexpr std::array<std::string_view, 3> names{"forward", "in_place", "moved"};
  return names[static_cast<std::size_t>(way)];
}

Ways predict_unmoved(const Platform& platform, const CallShape& shape, const Placed& caller) {
  const Extent width = width_in_place(shape, caller.distribution);
  return {reference_seconds(platform, shape, caller), width, predict(platform, shape, caller, width), {}};
}

Ways predict_ways(const Platform& platform, const CallShape& shape, const Placed& caller,
                  const GridChoiceOptions& options) {
  Ways ways = predict_unmoved(platform, shape, caller);
  ways.moved = rank_layouts(platform, shape, caller, options);
  return ways;
}

Predictions Ways::predictions() const {
  Predictions all{{{Way::forward}, reference}, {{Way::in_place}, in_place.total()}};
  for (const LayoutCandidate& candidate : moved)
    all.try_emplace({Way::moved, candidate.layout.p}, candidate.total());
  return all;
}

PredictionWork prediction_work(const CallShape& shape, const Distribution& caller) {
  const int processes = caller.p() * caller.q();
  const Extent width = width_in_place(shape, caller), panels = ceil_div(shape.k, width);
  const double all = processes, steps = static_cast<double>(panels);
  return {shape.kind, processes, is_factorization(shape.kind) ? all * steps : all + steps,
          followed_messages(shape, caller.p(), caller.q(), processes, panels)};
}

double perfect_seconds(const Platform& platform, const CallShape& shape) {
  return perfect_seconds(platform, shape, total_speed(platform.cycle_times));
}

double equal_shares_seconds(const Platform& platform, const CallShape& shape) {
  const auto processors = static_cast<double>(platform.cycle_times.size());
  return perfect_seconds(platform, shape, processors / std::ranges::max(platform.cycle_times));
}

}  // namespace het
