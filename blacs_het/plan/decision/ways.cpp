#include "blacs_het/plan/decision/ways.hpp"

#include <algorithm>
#include <array>

#include "blacs_het/plan/choice/scoring/scoring.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "src/model/product/product_model.hpp"
#include "src/model/routine_model.hpp"

namespace het {
namespace {

// Panels in place are whole block columns of the caller's, or parts of them not wider than the widest panel; a single
// process column takes as many neighbouring blocks as fit.
Extent width_in_place(const CallShape& shape, const Distribution& caller) {
  if (!is_factorization(shape.kind)) return product_panel;
  return caller.q() == 1 ? widest_factor_panel : std::min(caller.cols.nb(), widest_factor_panel);
}

// Of a product, for each process, at half a microsecond.
constexpr double messages_of_panel = 20;

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
  const int all = caller.p() * caller.q();
  const double processes = all,
               panels = static_cast<double>(shape.k) / static_cast<double>(width_in_place(shape, caller));
  const auto steps = static_cast<Extent>(panels);
  const double units =
      is_factorization(shape.kind)
          ? processes * panels + followed_messages(shape, caller.p(), caller.q(), all, steps)
          : processes + panels + (is_followed(all, steps) ? messages_of_panel * processes * panels : 0);
  return {shape.kind, all, units};
}

double perfect_seconds(const Platform& platform, const CallShape& shape) {
  double speed = 0;
  for (const double t : platform.cycle_times) speed += 1 / t;
  return perfect_seconds(platform, shape, speed);
}

double equal_shares_seconds(const Platform& platform, const CallShape& shape) {
  const auto processors = static_cast<double>(platform.cycle_times.size());
  return perfect_seconds(platform, shape, processors / std::ranges::max(platform.cycle_times));
}

}  // namespace het
