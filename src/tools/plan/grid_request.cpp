#include "src/tools/plan/grid_request.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "blacs_het/plan/rounding/best_period.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/numbers.hpp"

namespace het {
namespace {

constexpr Extent largest_seed = Extent{1} << 62;
constexpr double most_steps = 1e12;
constexpr Extent longest_period = 4096;

// What `f` says is wrong is wrong in the option's value.
template <class F>
auto named(std::string_view option, F f) {
  try {
    return f();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", option, error.what()));
  }
}

Arrangement arrangement_of(const GridRequest& request) {
  return named("--arrangement", [&] { return parse_arrangement(request.arrangement); });
}

// Equal shares on all of them: the slowest decides.
double uniform_on_all(const std::vector<double>& t) {
  return static_cast<double>(t.size()) / *std::max_element(t.begin(), t.end());
}

Extent usual_blocks(int p, int q) { return 6 * std::max({4, p, q}); }

// The matrix in blocks, none where it is not asked for.
std::optional<SizePair> blocks_of(const GridRequest& request) {
  if (request.blocks.empty()) return std::nullopt;
  return parse_size_pair("--blocks", request.blocks, OneNumber::square, most_blocks, "M or MxN");
}

// Rounded to the period that is asked for: the best up to a bound, one of a given size, or the whole matrix.
IntegerShares rounded_shares(const GridRequest& request, const GridPlan& plan) {
  const int p = plan.arrangement.p(), q = plan.arrangement.q();
  require(request.panel.empty() || request.period.empty(),
          "--panel and --period both say how long the pattern is; give one of them");
  if (!request.period.empty()) {
    const Extent most = parse_whole("--period", request.period, 1, longest_period);
    return named("--period", [&] { return best_period(plan.arrangement, plan.shares, most, most); });
  }
  if (!request.panel.empty()) {
    const SizePair panel =
        parse_size_pair("--panel", request.panel, OneNumber::refused, most_blocks, "BpxBq");
    return named("--panel",
                 [&] { return period_shares(plan.arrangement, plan.shares, panel.rows, panel.cols); });
  }
  const SizePair blocks = blocks_of(request).value_or(SizePair{usual_blocks(p, q), usual_blocks(p, q)});
  return round_to_pattern(plan.arrangement, plan.shares, blocks.rows, blocks.cols);
}

// As asked for; else for the routine of the report: a factorization's matrix shrinks from the front.
PatternOrder order_of(const GridRequest& request, const Processors& processors) {
  if (!request.order.empty())
    return static_cast<PatternOrder>(parse_choice("--order", request.order, pattern_order_names));
  const std::string routine = processors.call ? processors.call->routine : "";
  for (const char* factorization : {"getrf", "geqrf", "potrf"})
    if (routine.ends_with(factorization)) return PatternOrder::lu;
  return PatternOrder::contiguous;
}

// The grid that is asked for, the report's where none is; none for auto.
std::optional<std::pair<int, int>> grid_of(const GridRequest& request, const Processors& processors) {
  if (request.grid.empty() && processors.call && processors.call->p > 0)
    return std::pair{processors.call->p, processors.call->q};
  if (request.grid.empty() || request.grid == "auto") return std::nullopt;
  const SizePair grid =
      parse_size_pair("--grid", request.grid, OneNumber::refused, max_processors, "auto or PxQ");
  return std::pair{static_cast<int>(grid.rows), static_cast<int>(grid.cols)};
}

// plan_best_shape; of long lists, which have too many shapes to plan each, the best W of the squarest ones.
GridPlan plan_of_any_shape(const std::vector<double>& t, Method method, const PlanOptions& options) {
  constexpr int long_list = 2048, shapes = 8;
  const auto n = static_cast<int>(t.size());
  if (n <= long_list) return plan_best_shape(t, method, options);
  int p = 1, best = 1;
  while (p + 1 <= n / (p + 1)) ++p;
  double most = 0;
  for (int rows = p; rows > p - shapes; --rows) {
    const double rate = plan_grid(t, rows, n / rows, Method::heuristic).shares.work_rate;
    if (rate > most * (1 + shape_tolerance)) most = rate, best = rows;
  }
  return plan_grid(t, best, n / best, method, options);
}

GridPlan grid_plan(const GridRequest& request, const Processors& processors, Method method) {
  if (!request.arrangement.empty()) return plan_shares(arrangement_of(request), method, options_of(request));
  const auto grid = grid_of(request, processors);
  if (!grid) return plan_of_any_shape(processors.cycle_times, method, options_of(request));
  return plan_grid(processors.cycle_times, grid->first, grid->second, method, options_of(request));
}

BlockPlan rounded_plan(const GridRequest& request, const Processors& processors, GridPlan plan) {
  const PatternOrder order = order_of(request, processors);
  BlockPlan b{std::move(plan)};
  b.names = processors.names;
  b.arrangement_given = !request.arrangement.empty();
  b.processors = static_cast<int>(processors.cycle_times.size());
  b.uniform_on_all = uniform_on_all(processors.cycle_times);
  b.shares = rounded_shares(request, b.plan);
  b.row_pattern = pattern_of(b.shares.rows, order);
  b.col_pattern = pattern_of(b.shares.cols, order);
  const Extent usual = usual_blocks(b.plan.arrangement.p(), b.plan.arrangement.q());
  const auto period = [](const std::vector<int>& pattern) { return static_cast<Extent>(pattern.size()); };
  const SizePair blocks = blocks_of(request).value_or(
      SizePair{std::max(usual, period(b.row_pattern)), std::max(usual, period(b.col_pattern))});
  b.row_blocks = blocks.rows, b.col_blocks = blocks.cols;
  require(b.row_blocks >= period(b.row_pattern) && b.col_blocks >= period(b.col_pattern),
          "--blocks: the period of the pattern, {} x {} blocks ({}), does not fit into a matrix of {} x {} "
          "blocks; "
          "leave out {}, or give a larger matrix",
          b.row_pattern.size(), b.col_pattern.size(), request.panel.empty() ? "--period" : "--panel",
          b.row_blocks, b.col_blocks, request.panel.empty() ? "--period" : "--panel");
  return b;
}

BlockPlan predicted_plan(const GridRequest& request, const Processors& processors, Method method) {
  require(request.blocks.empty() && request.panel.empty() && request.period.empty() && request.order.empty(),
          "--blocks, --panel, --period and --order have no place beside --routine, which chooses blocks and "
          "order");
  const std::vector<double>& t = processors.cycle_times;
  const bool kept = !request.arrangement.empty();
  const PlanOptions options = options_of(request);
  std::map<std::pair<int, int>, GridPlan> plans;
  const PlanSource source = [&](int p, int q) {
    if (const auto known = plans.find({p, q}); known != plans.end()) return known->second;
    GridPlan plan =
        kept ? plan_shares(arrangement_of(request), method, options) : plan_in_call(t, p, q, method, options);
    return plans.emplace(std::pair{p, q}, std::move(plan)).first->second;
  };
  auto grid = grid_of(request, processors);
  if (kept) grid = std::pair{arrangement_of(request).p(), arrangement_of(request).q()};
  Forecast forecast = het::forecast(planned_call(request.call, processors), grid, source);
  const Layout& layout = forecast.ranking.front().layout;
  Arrangement arrangement(layout.p, layout.q, t, layout.order);
  GridPlan plan = source(layout.p, layout.q);
  if (!(plan.arrangement == arrangement)) plan = plan_shares(arrangement, method, options);
  BlockPlan b{std::move(plan)};
  b.names = processors.names;
  b.arrangement_given = !request.arrangement.empty();
  b.processors = static_cast<int>(t.size());
  b.uniform_on_all = uniform_on_all(t);
  b.shares = {layout.rows.shares(), layout.cols.shares(), 1};
  b.shares.imbalance = imbalance(arrangement, b.shares.rows, b.shares.cols);
  b.row_pattern = layout.rows.pattern, b.col_pattern = layout.cols.pattern;
  b.row_blocks = ceil_div(forecast.call.shape.m, layout.rows.nb);
  b.col_blocks = ceil_div(forecast.call.shape.n, layout.cols.nb);
  b.row_unit = layout.rows.nb, b.col_unit = layout.cols.nb;
  b.forecast = std::move(forecast);
  return b;
}

}  // namespace

Processors processors_of(const GridRequest& request) {
  if (request.arrangement.empty()) return read_processors("--cycle-times", request.cycle_times);
  const Arrangement arrangement = arrangement_of(request);
  const auto t = arrangement.cycle_times();
  return {{t.begin(), t.end()}, {}, std::nullopt};
}

Method method_of(const GridRequest& request) {
  if (request.method.empty()) return Method::best;
  std::vector<std::string_view> names;
  for (const Method method : all_methods()) names.push_back(method_name(method));
  return all_methods()[parse_choice("--method", request.method, names)];
}

PlanOptions options_of(const GridRequest& request) {
  PlanOptions options;
  if (!request.seed.empty())
    options.seed = static_cast<std::uint64_t>(parse_whole("--seed", request.seed, 0, largest_seed));
  if (!request.limit.empty()) options.steps = parse_real("--limit", request.limit, 1, most_steps);
  return options;
}

void require_effects(const GridRequest& request) {
  const Method method = method_of(request);
  const auto is = [&](std::initializer_list<Method> methods) {
    return std::find(methods.begin(), methods.end(), method) != methods.end();
  };
  require(request.seed.empty() || request.arrangement.empty(),
          "--seed has no effect beside --arrangement: nothing is drawn to find shares; leave it out");
  require(request.seed.empty() || is({Method::exact, Method::search, Method::best}),
          "--seed has no effect on --method {}, which draws nothing; it is for search, best and exact",
          method_name(method));
  require(
      request.limit.empty() || !is({Method::heuristic, Method::svd, Method::natural}),
      "--limit has no effect on --method {}, which does not search; it is for exact, swaps, search and best",
      method_name(method));
}

BlockPlan block_plan(const GridRequest& request, const Processors& processors, Method method) {
  return request.call.any() ? predicted_plan(request, processors, method)
                            : rounded_plan(request, processors, grid_plan(request, processors, method));
}

}  // namespace het
