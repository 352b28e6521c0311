#include "blacs_het/plan/choice/grid_choice.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "blacs_het/plan/choice/scoring/scoring.hpp"
#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

constexpr int most_processors_for_all_grids = 64;

bool quicker(const LayoutScore& a, const LayoutScore& b) { return a.seconds < b.seconds; }

// Whether two grids came out as the same one, with the same parts of the matrix.
bool same_grid(const LayoutScore& a, const LayoutScore& b) {
  const Layout &one = a.candidate.layout, &other = b.candidate.layout;
  return a.seconds == b.seconds &&
         std::tie(one.p, one.q, one.rows, one.cols) == std::tie(other.p, other.q, other.rows, other.cols);
}

// Grids with idle rows or columns come out as smaller ones: of those that are the same then the one with the fewest
// processors stays, in their order. O(scores^2) comparisons of seconds.
std::vector<LayoutScore> each_once(std::vector<LayoutScore> scores) {
  std::vector<LayoutScore> once;
  for (LayoutScore& score : scores) {
    const auto same =
        std::ranges::find_if(once, [&](const LayoutScore& other) { return same_grid(score, other); });
    if (same == once.end())
      once.push_back(std::move(score));
    else if (score.p * score.q < same->p * same->q)
      *same = std::move(score);
  }
  return once;
}

// A grid of the fastest processors, and the time below which no plan of it can be.
struct Grid {
  int p, q;
  double least_seconds;
};

std::vector<Grid> by_least_seconds(const Scoring& scoring, const std::vector<std::pair<int, int>>& sizes) {
  std::vector<double> times = scoring.platform().cycle_times;
  std::sort(times.begin(), times.end());
  std::vector<double> bound(times.size() + 1);  // sum 1/t of so many of the fastest
  for (std::size_t n = 0; n < times.size(); ++n) bound[n + 1] = bound[n] + 1 / times[n];
  std::vector<Grid> grids;
  for (const auto& [p, q] : sizes)
    grids.push_back({p, q, scoring.least_seconds(bound[static_cast<std::size_t>(p * q)])});
  std::stable_sort(grids.begin(), grids.end(),
                   [](const Grid& a, const Grid& b) { return a.least_seconds < b.least_seconds; });
  return grids;
}

// By number of processors, on how many hosts, or sites, the fastest ones are: of one kind of link on one.
std::vector<std::size_t> hosts_of_fastest(const Platform& platform) {
  std::vector<int> ranks(platform.cycle_times.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  std::ranges::stable_sort(ranks, {}, [&](int rank) { return platform.cycle_time(rank); });
  std::set<int> hosts;
  std::vector<std::size_t> counts{0};
  for (const int rank : ranks) {
    hosts.insert(platform.hosts.told_apart() ? platform.hosts.of(rank) : 0);
    counts.push_back(hosts.size());
  }
  return counts;
}

// What a grid can be expected to spend at least on anything but updates: a good half of its part, by the number of
// processors, of what a grid with more rows or columns does. Panels, messages and waiting rarely fall as fast, but a
// single row or column has no messages of some kinds at all, and those of a grid on fewer hosts go less far.
double expected_overhead(const std::vector<LayoutScore>& known, const std::vector<std::size_t>& hosts, int p,
                         int q) {
  const auto on_hosts = [&](int rows, int cols) { return hosts[static_cast<std::size_t>(rows * cols)]; };
  if (p == 1 || q == 1) return 0;
  double most = 0;
  for (const LayoutScore& score : known) {
    if (p > score.p || q > score.q || on_hosts(p, q) < on_hosts(score.p, score.q)) continue;
    const double part = 0.7 * static_cast<double>(p * q) / static_cast<double>(score.p * score.q);
    most = std::max(most, part * score.overhead);
  }
  return most;
}

// What is spent on choosing, less for each grid where there are many processors.
struct Effort {
  double other_order;    // quick plans get a second order of blocks within so many times the best seconds
  std::size_t planned;   // grids that may get a good plan
  std::size_t weighted;  // of those, the ones with better weights, which take longest
  std::size_t followed;  // layouts that may be predicted message by message
};

Effort effort(std::size_t processors) {
  constexpr double always = std::numeric_limits<double>::infinity();
  return processors <= 16   ? Effort{always, 16, 4, 64}
         : processors <= 36 ? Effort{1.5, 6, 2, 12}
                            : Effort{1.25, 4, 1, 0};
}

// The quickest first.
std::vector<LayoutScore> quick_scores(const Scoring& scoring, const std::vector<Grid>& grids,
                                      const Effort& effort) {
  std::vector<LayoutScore> scores;
  const double too_low = scoring.quick_is_too_low();
  const auto hosts = hosts_of_fastest(scoring.platform());
  double best = std::numeric_limits<double>::infinity();
  for (const Grid& grid : grids) {
    if (grid.least_seconds >= too_low * best) break;
    if (grid.least_seconds + expected_overhead(scores, hosts, grid.p, grid.q) >= too_low * best) continue;
    scores.push_back(scoring.quick(grid.p, grid.q, effort.other_order * best));
    best = std::min(best, scores.back().seconds);
  }
  std::stable_sort(scores.begin(), scores.end(), quicker);
  return scoring.free_to_choose() ? each_once(std::move(scores)) : scores;
}

// Adds those of a grid with better weights.
void add_weighted(const Scoring& scoring, std::vector<LayoutScore>& scores, std::size_t grid) {
  scores[grid].weighted = true;
  for (LayoutScore& score : scoring.weighted(scores[grid])) scores.push_back(std::move(score));
}

// Plans those grids well that may then become the quickest; the others keep their quick plan, if the options allow it.
// The quickest first, which always has a good plan.
void plan_well(const Scoring& scoring, std::vector<LayoutScore>& scores, const Effort& effort) {
  // What a good plan gains over a quick one, and better weights over that; more is rare.
  constexpr double most_gain = 1.4, most_gain_of_weights = 1.15;
  double best = std::numeric_limits<double>::infinity();
  std::size_t planned = 0;
  while (planned < std::min(effort.planned, scores.size()) &&
         (planned == 0 || scores[planned].seconds < most_gain * best)) {
    scores[planned] = scoring.planned(scores[planned]);
    best = std::min(best, scores[planned++].seconds);
  }
  if (!scoring.free_to_choose()) scores.resize(planned);
  std::stable_sort(scores.begin(), scores.end(), quicker);
  for (std::size_t k = 0, grids = std::min(effort.weighted, scores.size()); k < grids; ++k)
    if (scores[k].candidate.planned_well && scores[k].seconds < most_gain_of_weights * best)
      add_weighted(scoring, scores, k);
  std::stable_sort(scores.begin(), scores.end(), quicker);
}

// The quickest get the seconds that predict() has for them: the one that looks the quickest is planned and predicted well until
// none can be quicker than one that was, as far as quick scores are off (docs/model.md). Those come first, of some grids in
// several widths with better weights, and of the others only such that look slower, as many in all as the effort permits.
void predict_well(const Scoring& scoring, std::vector<LayoutScore>& scores, const Effort& effort) {
  constexpr double most_messages = 6e5;  // in all, half a second or more
  if (effort.followed == 0) return;
  std::vector<LayoutScore> known;
  const auto hopeful = [&](const LayoutScore& score) {
    return std::ranges::none_of(known, [&](const LayoutScore& other) {
      return other.seconds <= score.seconds / scoring.quick_is_too_high();
    });
  };
  double messages = 0;
  std::size_t weighted = 0;
  while (known.size() < effort.followed && messages < most_messages && !scores.empty() &&
         hopeful(scores.front())) {
    LayoutScore& score = scores.front();
    if (!score.candidate.planned_well) score = scoring.planned(score);
    if (!score.weighted && ++weighted <= 2 * effort.weighted) {
      add_weighted(scoring, scores, 0);
      std::stable_sort(scores.begin(), scores.end(), quicker);
      continue;
    }
    messages += scoring.messages(score);
    scoring.predict(score);
    known.push_back(std::move(score));
    scores.erase(scores.begin());
  }
  std::stable_sort(known.begin(), known.end(), quicker);
  std::erase_if(scores, [&](const LayoutScore& score) { return score.seconds < known.back().seconds; });
  scores.resize(std::min(scores.size(), effort.followed - known.size()));
  scores.insert(scores.begin(), std::move_iterator(known.begin()), std::move_iterator(known.end()));
}

// Of a grid and its transpose, where predictions hardly tell them apart, the one with fewer process rows stays, which
// [BPRR99] has: the two divide the work alike.
void leave_out_tall_twins(std::vector<LayoutScore>& scores) {
  constexpr double same = 1.0025;
  const auto wide_twin = [&](const LayoutScore& tall) {
    return std::ranges::any_of(scores, [&](const LayoutScore& wide) {
      const Layout &a = tall.candidate.layout, &b = wide.candidate.layout;
      return a.p == b.q && a.q == b.p && wide.seconds <= same * tall.seconds;
    });
  };
  std::vector<LayoutScore> kept;
  for (const LayoutScore& score : scores)
    if (score.candidate.layout.p <= score.candidate.layout.q || !wide_twin(score)) kept.push_back(score);
  scores = std::move(kept);
}

// The best of those that came out as the same grid, the quickest first.
std::vector<LayoutCandidate> one_of_each_grid(const Scoring& scoring, std::vector<LayoutScore> scores,
                                              std::size_t most) {
  std::vector<LayoutCandidate> candidates;
  std::set<std::pair<int, int>> known;
  for (LayoutScore& score : scores) {
    const Layout& layout = score.candidate.layout;
    if (candidates.size() == most || !known.emplace(layout.p, layout.q).second) continue;
    if (!score.predicted) scoring.predict(score);
    candidates.push_back(std::move(score.candidate));
  }
  std::ranges::stable_sort(candidates, {}, &LayoutCandidate::total);
  return candidates;
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
  if (options.grid) require_grid(options.grid->first, options.grid->second, platform.cycle_times.size());
  const Scoring scoring(platform, shape, caller, options);
  const auto grids =
      options.grid ? std::vector{*options.grid} : grids_to_try(static_cast<int>(platform.cycle_times.size()));
  const Effort spent = effort(platform.cycle_times.size());
  auto scores = quick_scores(scoring, by_least_seconds(scoring, grids), spent);
  plan_well(scoring, scores, spent);
  require(!scores.empty() && std::isfinite(scores.front().seconds), "no grid has a finite predicted time");
  predict_well(scoring, scores, spent);
  leave_out_tall_twins(scores);
  return one_of_each_grid(scoring, std::move(scores), std::max<std::size_t>(options.kept, 1));
}

}  // namespace het
