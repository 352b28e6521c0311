#include "blacs_het/plan/choice/scoring/scoring.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "src/model/followed.hpp"
#include "src/model/routine_model.hpp"

namespace het {
namespace {

// Widths of panels: whole vector registers and cache lines, and a local product that runs well. Small matrices
// want narrow blocks, because few blocks cannot be shared evenly.
constexpr Extent wide = widest_factor_panel, usual = 64, narrow = 32;
constexpr Extent small_matrix = 4000, tiny_matrix = 1500;
// Of the steps for the order of blocks: shows most of what they will gain, by a fifth and more on slow networks.
constexpr double first_part_of_refining = 0.02;
// Widths that take so many times as long as the best one before are not refined.
constexpr double worth_refining = 1.05;

// A plan within a few percent of the full planner's, for a small part of its time.
GridPlan quick_plan(const Platform& platform, int p, int q) {
  constexpr double steps = 1e4;
  return plan_grid(platform.cycle_times, p, q, Method::swaps, {.steps = steps});
}

LayoutScore quicker_of(LayoutScore a, LayoutScore b) { return b.seconds < a.seconds ? b : a; }

// What the candidate's layout costs on the platform, as a function of the placed matrix.
template <class F>
auto on_layout(const LayoutCandidate& candidate, const CallShape& shape, const Platform& platform, F f) {
  const Distribution matrix = candidate.layout.distribution(shape.m, shape.n);
  const Placement placement = candidate.layout.placement(static_cast<int>(platform.cycle_times.size()));
  return f(Placed{matrix, placement});
}

}  // namespace

double Scoring::least_seconds(double work_rate) const {
  return perfect_seconds(platform_, shape_, work_rate, options_.panel_width.value_or(wide));
}

std::vector<Extent> Scoring::widths() const {
  if (options_.panel_width) return {*options_.panel_width};
  if (shape_.k <= tiny_matrix) return {narrow, usual};
  if (shape_.k <= small_matrix) return {usual, narrow, wide};
  return {usual, wide};
}

// Better weights come later, for few grids.
std::vector<BlockOrder> Scoring::orders(const GridPlan& plan) const {
  if (options_.order) return {*options_.order};
  std::vector<BlockOrder> orders{BlockOrder::cyclic, BlockOrder::columns, BlockOrder::both};
  if (caller_ && keeps_an_axis(plan, caller_->distribution)) orders.push_back(BlockOrder::kept);
  return orders;
}

// A grid that was not asked for loses what has nothing to do.
void Scoring::add_seconds(LayoutScore& score) const {
  LayoutCandidate& candidate = score.candidate;
  score.p = candidate.layout.p, score.q = candidate.layout.q;
  if (!options_.grid) candidate.layout = without_idle_lines(candidate.layout, shape_.m, shape_.n);
  on_layout(candidate, shape_, platform_, [&](const Placed& target) {
    score.seconds =
        predicted_seconds(platform_, shape_, target, candidate.panel_width, caller_ ? &*caller_ : nullptr);
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

// The order of blocks may cost a thousandth of the call, at some 3 ns a step.
double Scoring::refine_work(const GridPlan& plan) const {
  constexpr double part_of_call = 1e-3, seconds_of_step = 3e-9;
  return std::max(options_.refine_work,
                  part_of_call * least_seconds(plan.shares.work_rate) / seconds_of_step);
}

LayoutScore Scoring::factorization(const GridPlan& plan, Extent nb, BlockOrder order, double part) const {
  LayoutScore score;
  score.candidate.layout =
      factor_layout(platform_, shape_, plan, nb, order,
                    {part * refine_work(plan), caller_ ? &caller_->distribution : nullptr});
  const AxisLayout& cols = score.candidate.layout.cols;
  // Blocks that are kept may be narrower.
  score.candidate.panel_width = cols.processes == 1 ? nb : std::min(nb, cols.nb);
  score.candidate.order = block_order_name(order);
  score.candidate.work_rate = plan.shares.work_rate;
  add_seconds(score);
  return score;
}

double Scoring::messages(const LayoutScore& score) const {
  const Layout& layout = score.candidate.layout;
  return followed_messages(shape_, layout.p, layout.q, static_cast<int>(platform_.cycle_times.size()),
                           ceil_div(shape_.k, score.candidate.panel_width));
}

void Scoring::predict(LayoutScore& score) const {
  LayoutCandidate& candidate = score.candidate;
  candidate.predicted = on_layout(candidate, shape_, platform_, [&](const Placed& target) {
    return het::predict(platform_, shape_, target, candidate.panel_width, caller_ ? &*caller_ : nullptr);
  });
  score.seconds = candidate.total();
  score.predicted = true;
}

LayoutScore Scoring::quick_factorization(const GridPlan& plan, double promising) const {
  const Extent nb = widths().front(), least = std::ranges::min(widths());
  LayoutScore score = factorization(plan, nb, BlockOrder::both);
  // On a single row the orders differ most, up to twice.
  if (score.seconds >= promising && plan.arrangement.p() > 1) return score;
  const LayoutScore cyclic = factorization(plan, nb, BlockOrder::cyclic);
  const BlockOrder order = cyclic.seconds < score.seconds ? BlockOrder::cyclic : BlockOrder::both;
  score = quicker_of(std::move(score), cyclic);
  return least < nb ? quicker_of(std::move(score), factorization(plan, least, order)) : score;
}

LayoutScore Scoring::quick(int p, int q, double promising) const {
  const GridPlan plan = quick_plan(platform_, p, q);
  LayoutScore score = is_factorization(shape_.kind) ? quick_factorization(plan, promising) : product(plan, 0);
  score.overhead = score.seconds - least_seconds(plan.shares.work_rate);
  return score;
}

GridPlan Scoring::full_plan(const LayoutScore& score) const {
  return options_.plan ? options_.plan(score.p, score.q)
                       : plan_in_call(platform_.cycle_times, score.p, score.q);
}

LayoutScore Scoring::planned(const LayoutScore& quick) const {
  // Of equal ones the full planner's, which does not depend on how the quick plan lies.
  constexpr double tie = 1e-6;
  LayoutScore best = quick;
  if (!free_to_choose()) best.seconds = std::numeric_limits<double>::infinity();
  const auto consider = [&](LayoutScore score) {
    if (score.seconds <= best.seconds * (1 + tie)) best = std::move(score);
  };
  const GridPlan plan = full_plan(quick);
  if (is_factorization(shape_.kind)) {
    std::map<Extent, double> seconds;  // by width, of its best order
    for (const Extent nb : widths()) {
      double& least = seconds[nb] = std::numeric_limits<double>::infinity();
      for (const BlockOrder order : orders(plan)) {
        LayoutScore score = factorization(plan, nb, order);
        least = std::min(least, score.seconds);
        consider(std::move(score));
      }
    }
    const double unrefined = best.seconds;
    for (const auto& [nb, least] : seconds)
      if (free_to_choose() && least <= worth_refining * unrefined)
        consider(factorization(plan, nb, BlockOrder::refined, first_part_of_refining));
  } else {
    consider(product(plan, rounding_steps));
  }
  best.candidate.planned_well = true;
  return best;
}

std::vector<LayoutScore> Scoring::weighted(const LayoutScore& planned) const {
  std::vector<LayoutScore> scores;
  if (!is_factorization(shape_.kind) || !free_to_choose()) return scores;
  const GridPlan plan = full_plan(planned);
  for (const Extent nb : widths()) {
    LayoutScore& score = scores.emplace_back(factorization(plan, nb, BlockOrder::refined));
    score.candidate.planned_well = score.weighted = true;
  }
  return scores;
}

}  // namespace het
