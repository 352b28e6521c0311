#include "src/tools/plan/grid_request.hpp"

#include <algorithm>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/numbers.hpp"

namespace het {
namespace {

Arrangement arrangement_of(const GridRequest& request) {
  try {
    return parse_arrangement(request.arrangement);
  } catch (const Error& error) {
    throw Error(fmt::format("--arrangement: {}", error.what()));
  }
}

struct Sizes {
  SizePair blocks, panel;
};

Sizes sizes_of(const GridRequest& request, int p, int q) {
  const Extent usual = 6 * std::max({4, p, q});
  Sizes sizes{{usual, usual}, {usual, usual}};
  if (!request.blocks.empty())
    sizes.blocks = sizes.panel = parse_size_pair("--blocks", request.blocks, OneNumber::square, most_blocks);
  if (request.panel.empty()) return sizes;
  sizes.panel = parse_size_pair("--panel", request.panel, OneNumber::refused, most_blocks);
  require(sizes.panel.rows >= p && sizes.panel.cols >= q,
          "--panel '{}' is too small for a {} x {} grid: a period needs a block for each grid row and column",
          request.panel, p, q);
  if (request.blocks.empty())
    sizes.blocks = {std::max(usual, sizes.panel.rows), std::max(usual, sizes.panel.cols)};
  return sizes;
}

// As asked for; else for the routine of the report: a factorisation's matrix shrinks from the front.
PatternOrder order_of(const GridRequest& request, const Processors& processors) {
  if (!request.order.empty())
    return static_cast<PatternOrder>(parse_choice("--order", request.order, pattern_order_names));
  const std::string routine = processors.call ? processors.call->routine : "";
  for (const char* factorisation : {"getrf", "geqrf", "potrf"})
    if (routine.ends_with(factorisation)) return PatternOrder::lu;
  return PatternOrder::contiguous;
}

// The grid that is asked for, the report's where none is; none for auto.
std::optional<std::pair<int, int>> grid_of(const GridRequest& request, const Processors& processors) {
  if (request.grid.empty() && processors.call && processors.call->p > 0)
    return std::pair{processors.call->p, processors.call->q};
  if (request.grid.empty() || request.grid == "auto") return std::nullopt;
  const SizePair grid = parse_size_pair("--grid", request.grid, OneNumber::refused, max_processors);
  return std::pair{static_cast<int>(grid.rows), static_cast<int>(grid.cols)};
}

GridPlan grid_plan(const GridRequest& request, const Processors& processors, Method method) {
  if (!request.arrangement.empty()) return plan_shares(arrangement_of(request), method);
  const auto grid = grid_of(request, processors);
  if (!grid) return plan_best_shape(processors.cycle_times, method);
  return plan_grid(processors.cycle_times, grid->first, grid->second, method);
}

BlockPlan rounded_plan(const GridRequest& request, const Processors& processors, GridPlan plan) {
  const Sizes sizes = sizes_of(request, plan.arrangement.p(), plan.arrangement.q());
  const PatternOrder order = order_of(request, processors);
  BlockPlan b{std::move(plan)};
  b.names = processors.names;
  b.processors = static_cast<int>(processors.cycle_times.size());
  b.shares = round_to_pattern(b.plan.arrangement, b.plan.shares, sizes.panel.rows, sizes.panel.cols);
  b.row_pattern = pattern_of(b.shares.rows, order);
  b.col_pattern = pattern_of(b.shares.cols, order);
  b.row_blocks = sizes.blocks.rows, b.col_blocks = sizes.blocks.cols;
  return b;
}

Extent blocks_for(Extent elements, Extent nb) { return (elements + nb - 1) / nb; }

BlockPlan predicted_plan(const GridRequest& request, const Processors& processors, Method method) {
  require(request.blocks.empty() && request.panel.empty() && request.order.empty(),
          "--blocks, --panel and --order have no place beside --routine, which chooses blocks and order");
  const std::vector<double>& t = processors.cycle_times;
  const bool kept = !request.arrangement.empty();
  const PlanSource source = [&](int p, int q) {
    return kept ? plan_shares(arrangement_of(request), method) : plan_grid(t, p, q, method);
  };
  auto grid = grid_of(request, processors);
  if (kept) grid = std::pair{arrangement_of(request).p(), arrangement_of(request).q()};
  Forecast forecast = het::forecast(planned_call(request.call, processors), grid, source);
  const Layout& layout = forecast.ranking.front().layout;
  Arrangement arrangement(layout.p, layout.q, t, layout.order);
  GridPlan plan = source(layout.p, layout.q);
  if (!(plan.arrangement == arrangement)) plan = plan_shares(arrangement, method);
  BlockPlan b{std::move(plan)};
  b.names = processors.names;
  b.processors = static_cast<int>(t.size());
  b.shares = {layout.rows.shares(), layout.cols.shares(), 1};
  b.shares.imbalance = imbalance(arrangement, b.shares.rows, b.shares.cols);
  b.row_pattern = layout.rows.pattern, b.col_pattern = layout.cols.pattern;
  b.row_blocks = blocks_for(forecast.call.shape.m, layout.rows.nb);
  b.col_blocks = blocks_for(forecast.call.shape.n, layout.cols.nb);
  b.share_unit = layout.rows.nb;
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
  std::vector<std::string_view> names;
  for (const Method method : all_methods()) names.push_back(method_name(method));
  return all_methods()[parse_choice("--method", request.method, names)];
}

BlockPlan block_plan(const GridRequest& request, const Processors& processors, Method method) {
  return request.call.any() ? predicted_plan(request, processors, method)
                            : rounded_plan(request, processors, grid_plan(request, processors, method));
}

}  // namespace het
