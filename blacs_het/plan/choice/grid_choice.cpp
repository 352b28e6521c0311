#include "blacs_het/plan/choice/grid_choice.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "blacs_het/plan/choice/scoring.hpp"
#include "blacs_het/plan/cycle_times.hpp"

namespace het {
namespace {

constexpr int most_processors_for_all_grids = 64;

bool quicker(const LayoutScore& a, const LayoutScore& b) { return a.seconds < b.seconds; }

struct QuickPlan {
  GridPlan plan;
  double least_seconds;  // no plan of this grid is quicker
};

std::vector<QuickPlan> quick_plans(const Scoring& scoring, const std::vector<std::pair<int, int>>& grids) {
  std::vector<QuickPlan> plans;
  for (const auto& grid : grids) {
    GridPlan plan = plan_grid(scoring.platform().cycle_times, grid.first, grid.second, Method::heuristic);
    const double least = scoring.least_seconds(plan.bound);
    plans.push_back({std::move(plan), least});
  }
  std::stable_sort(plans.begin(), plans.end(),
                   [](const QuickPlan& a, const QuickPlan& b) { return a.least_seconds < b.least_seconds; });
  return plans;
}

// What a grid can be expected to spend at least on anything but updates: half its part, by the number of processors, of
// what a grid with more rows or columns does. Panels, messages and waiting rarely fall as fast, but a single row or
// column has no messages of some kinds at all.
double expected_overhead(const std::vector<LayoutScore>& known, int p, int q) {
  if (p == 1 || q == 1) return 0;
  double most = 0;
  for (const LayoutScore& score : known) {
    const Layout& larger = score.candidate.layout;
    if (p > larger.p || q > larger.q) continue;
    const double part = 0.5 * static_cast<double>(p * q) / static_cast<double>(larger.p * larger.q);
    most = std::max(most, part * score.overhead);
  }
  return most;
}

std::vector<LayoutScore> quick_scores(const Scoring& scoring, const std::vector<QuickPlan>& plans) {
  std::vector<LayoutScore> scores;
  double best = std::numeric_limits<double>::infinity();
  for (const QuickPlan& quick : plans) {
    if (quick.least_seconds >= best) break;
    const Arrangement& grid = quick.plan.arrangement;
    if (quick.least_seconds + expected_overhead(scores, grid.p(), grid.q()) >= best) continue;
    scores.push_back(scoring.quick(quick.plan));
    best = std::min(best, scores.back().seconds);
  }
  std::stable_sort(scores.begin(), scores.end(),
                   [](const LayoutScore& a, const LayoutScore& b) { return a.hoped < b.hoped; });
  return scores;
}

// A good plan costs up to tens of milliseconds when there are many processors.
std::size_t grids_planned_well(const GridChoiceOptions& options, const Platform& platform) {
  const std::size_t n = platform.cycle_times.size();
  return options.refined.value_or(n <= 16 ? 3 : n <= 36 ? 2 : 1);
}

}  // namespace

std::pair<int, int> squarest_grid(int processors) {
  int p = 1;
  for (int k = 1; k <= processors / k; ++k)
    if (processors % k == 0) p = k;
  return {p, processors / p};
}

std::vector<std::pair<int, int>> grids_to_try(int processors) {
  std::set<int> used, rows;
  if (processors <= most_processors_for_all_grids) {
    for (int k = 1; k <= processors; ++k) used.insert(k), rows.insert(k);
  } else {
    for (int eighths = 1; eighths <= 8; ++eighths) used.insert(processors * eighths / 8);
    for (int p = 1; p <= processors; p *= 2) rows.insert({p, std::min(3 * p / 2, processors)});
  }
  std::set<std::pair<int, int>> grids;
  for (const int count : used)
    for (const int p : rows)
      if (p <= count) grids.emplace(p, count / p);
  return {grids.begin(), grids.end()};
}

std::vector<LayoutCandidate> rank_layouts(const Platform& platform, const CallShape& shape,
                                          const std::optional<Placed>& caller,
                                          const GridChoiceOptions& options) {
  require_cycle_times(platform.cycle_times);
  const Scoring scoring(platform, shape, caller, options);
  const auto grids =
      options.grid ? std::vector{*options.grid} : grids_to_try(static_cast<int>(platform.cycle_times.size()));
  auto scores = quick_scores(scoring, quick_plans(scoring, grids));
  const auto planned =
      std::min(scores.size(), std::max<std::size_t>(grids_planned_well(options, platform), 1));
  for (std::size_t k = 0; k < planned; ++k) scores[k] = scoring.refined(scores[k]);
  std::stable_sort(scores.begin(), scores.end(), quicker);
  if (scores.size() > options.kept) scores.resize(std::max<std::size_t>(options.kept, 1));
  std::vector<LayoutCandidate> candidates;
  for (const LayoutScore& score : scores) candidates.push_back(scoring.with_terms(score));
  return candidates;
}

}  // namespace het
