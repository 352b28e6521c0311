#include "blacs_het/plan/choice/scoring.hpp"

#include <algorithm>

#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/model/factor/factor_model.hpp"
#include "src/model/product_model.hpp"

namespace het {
namespace {

// Widths of panels: whole vector registers and cache lines, and a local product that runs well. Small matrices
// want narrow blocks, because few blocks cannot be shared evenly.
constexpr Extent wide = 128, usual = 64, narrow = 32;
constexpr Extent small_matrix = 4000, tiny_matrix = 1500;

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

void Scoring::add_moves(LayoutCandidate& candidate, const Placed& target) const {
  if (!caller_) return;
  candidate.move_out = move_seconds(platform_, shape_.element_bytes, target, *caller_);
  if (is_factorization(shape_.kind))
    candidate.move_in = move_seconds(platform_, shape_.element_bytes, *caller_, target);
}

LayoutCandidate Scoring::product(const GridPlan& plan) const {
  LayoutCandidate candidate;
  candidate.layout = product_layout(plan, shape_.m, shape_.n);
  candidate.panel_width = product_panel;
  candidate.order = "contiguous";
  candidate.work_rate = plan.shares.work_rate;
  const Distribution target = candidate.layout.distribution(shape_.m, shape_.n);
  const Placement placement = candidate.layout.placement(static_cast<int>(platform_.cycle_times.size()));
  candidate.compute = predict_product(platform_, shape_, {target, placement}, candidate.panel_width);
  add_moves(candidate, {target, placement});
  return candidate;
}

LayoutCandidate Scoring::factorization(const GridPlan& plan, Extent nb, BlockOrder order) const {
  LayoutCandidate candidate;
  candidate.layout = factor_layout(platform_, shape_, plan, nb, order, {options_.refine_work});
  candidate.panel_width = nb;
  candidate.order = block_order_name(order);
  candidate.work_rate = plan.shares.work_rate;
  const Distribution target = candidate.layout.distribution(shape_.m, shape_.n);
  const Placement placement = candidate.layout.placement(static_cast<int>(platform_.cycle_times.size()));
  candidate.compute = predict_factorization(platform_, shape_, {target, placement}, nb);
  add_moves(candidate, {target, placement});
  return candidate;
}

LayoutCandidate Scoring::quick(const GridPlan& plan) const {
  return is_factorization(shape_.kind) ? factorization(plan, widths().front(), BlockOrder::both)
                                       : product(plan);
}

LayoutCandidate Scoring::refined(const LayoutCandidate& quick) const {
  LayoutCandidate best = quick;
  const auto consider = [&](LayoutCandidate candidate) {
    if (candidate.total() < best.total()) best = std::move(candidate);
  };
  const int p = quick.layout.p, q = quick.layout.q;
  const GridPlan plan = options_.plan ? options_.plan(p, q) : plan_grid(platform_.cycle_times, p, q);
  if (is_factorization(shape_.kind)) {
    for (const Extent nb : widths()) consider(factorization(plan, nb, BlockOrder::both));
    const Extent nb = best.panel_width;
    for (const BlockOrder order : {BlockOrder::columns, BlockOrder::cyclic, BlockOrder::refined})
      consider(factorization(plan, nb, order));
  } else {
    consider(product(plan));
  }
  best.refined = true;
  return best;
}

}  // namespace het
