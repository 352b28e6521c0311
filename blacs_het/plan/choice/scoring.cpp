#include "blacs_het/plan/choice/scoring.hpp"

#include <algorithm>
#include <limits>

#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/model/routine_model.hpp"

namespace het {
namespace {

// Widths of panels: whole vector registers and cache lines, and a local product that runs well. Small matrices
// want narrow blocks, because few blocks cannot be shared evenly.
constexpr Extent wide = 128, usual = 64, narrow = 32;
constexpr Extent small_matrix = 4000, tiny_matrix = 1500;

// On grids with enough freedom the full planner nearly reaches the bound, from which quick plans are far.
double hoped_work_rate(const GridPlan& plan) {
  constexpr int free_side = 4;
  constexpr double hoped_part = 0.97;
  const bool free = std::min(plan.arrangement.p(), plan.arrangement.q()) >= free_side;
  return std::max(plan.shares.work_rate, free ? hoped_part * plan.bound : 0);
}

// What the candidate's layout costs on the platform, as a function of the placed matrix.
template <class F>
auto on_layout(const LayoutCandidate& candidate, const CallShape& shape, const Platform& platform, F f) {
  const Distribution matrix = candidate.layout.distribution(shape.m, shape.n);
  const Placement placement = candidate.layout.placement(static_cast<int>(platform.cycle_times.size()));
  return f(Placed{matrix, placement});
}

}  // namespace

double Scoring::least_seconds(double work_rate) const {
  const Extent longest = is_factorization(shape_.kind) ? options_.panel_width.value_or(wide) : product_panel;
  return flops(shape_) * platform_.seconds_per_flop / platform_.rates.product(longest) / work_rate;
}

std::vector<Extent> Scoring::widths() const {
  if (options_.panel_width) return {*options_.panel_width};
  if (shape_.k <= tiny_matrix) return {narrow, usual};
  if (shape_.k <= small_matrix) return {usual, narrow, wide};
  return {usual, wide};
}

void Scoring::add_seconds(LayoutScore& score) const {
  LayoutCandidate& candidate = score.candidate;
  on_layout(candidate, shape_, platform_, [&](const Placed& target) {
    if (caller_) {
      candidate.move_out = move_seconds(platform_, shape_.element_bytes, target, *caller_);
      // The way there costs what the way back does: what one receives is what the other sends.
      if (is_factorization(shape_.kind)) candidate.move_in = candidate.move_out;
    }
    score.seconds = candidate.move_in + candidate.move_out +
                    predicted_seconds(platform_, shape_, target, candidate.panel_width);
  });
}

LayoutScore Scoring::product(const GridPlan& plan, double steps) const {
  LayoutScore score;
  score.candidate.layout = product_layout(plan, shape_.m, shape_.n, steps);
  score.candidate.panel_width = product_panel;
  score.candidate.order = "contiguous";
  score.candidate.work_rate = plan.shares.work_rate;
  add_seconds(score);
  return score;
}

LayoutScore Scoring::factorization(const GridPlan& plan, Extent nb, BlockOrder order) const {
  LayoutScore score;
  score.candidate.layout = factor_layout(platform_, shape_, plan, nb, order, {options_.refine_work});
  score.candidate.panel_width = nb;
  score.candidate.order = block_order_name(order);
  score.candidate.work_rate = plan.shares.work_rate;
  add_seconds(score);
  return score;
}

LayoutCandidate Scoring::with_terms(const LayoutScore& score) const {
  LayoutCandidate candidate = score.candidate;
  candidate.compute = on_layout(candidate, shape_, platform_, [&](const Placed& target) {
    return predict(platform_, shape_, target, candidate.panel_width);
  });
  return candidate;
}

LayoutScore Scoring::quick(const GridPlan& plan) const {
  const bool factors = is_factorization(shape_.kind);
  LayoutScore score = factors ? factorization(plan, widths().front(), BlockOrder::both) : product(plan, 0);
  score.overhead = score.seconds - least_seconds(plan.shares.work_rate);
  score.hoped = score.overhead + least_seconds(hoped_work_rate(plan));
  return score;
}

LayoutScore Scoring::refined(const LayoutScore& quick) const {
  // Of equal ones the full planner's, which does not depend on how the quick plan lies.
  constexpr double tie = 1e-6;
  LayoutScore best = quick;
  // The quick plan is no candidate where another one is asked for.
  if (options_.as_planned || options_.order) best.seconds = std::numeric_limits<double>::infinity();
  const auto consider = [&](LayoutScore score) {
    if (score.seconds <= best.seconds * (1 + tie)) best = std::move(score);
  };
  const int p = quick.candidate.layout.p, q = quick.candidate.layout.q;
  const GridPlan plan = options_.plan ? options_.plan(p, q) : plan_grid(platform_.cycle_times, p, q);
  if (is_factorization(shape_.kind)) {
    for (const Extent nb : widths())
      consider(factorization(plan, nb, options_.order.value_or(BlockOrder::both)));
    const Extent nb = best.candidate.panel_width;
    for (const BlockOrder order :
         {BlockOrder::cyclic, BlockOrder::columns, BlockOrder::both, BlockOrder::refined})
      if (options_.order ? order == *options_.order : order != BlockOrder::refined || !options_.as_planned)
        consider(factorization(plan, nb, order));
  } else {
    consider(product(plan, rounding_steps));
  }
  best.candidate.refined = true;
  return best;
}

}  // namespace het
