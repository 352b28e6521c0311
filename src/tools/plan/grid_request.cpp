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

}  // namespace

Processors processors_of(const GridRequest& request) {
  if (request.arrangement.empty()) return read_processors("--cycle-times", request.cycle_times);
  const Arrangement arrangement = arrangement_of(request);
  const auto t = arrangement.cycle_times();
  return {{t.begin(), t.end()}, {}, std::nullopt};
}

GridPlan grid_plan(const GridRequest& request, const Processors& processors, Method method) {
  if (!request.arrangement.empty()) return plan_shares(arrangement_of(request), method);
  const std::vector<double>& t = processors.cycle_times;
  const bool reported = request.grid.empty() && processors.call && processors.call->p > 0;
  if (reported) return plan_grid(t, processors.call->p, processors.call->q, method);
  if (request.grid.empty() || request.grid == "auto") return plan_best_shape(t, method);
  const SizePair grid = parse_size_pair("--grid", request.grid, OneNumber::refused, max_processors);
  return plan_grid(t, static_cast<int>(grid.rows), static_cast<int>(grid.cols), method);
}

BlockPlan block_plan(const GridRequest& request, const Processors& processors, GridPlan plan) {
  const Sizes sizes = sizes_of(request, plan.arrangement.p(), plan.arrangement.q());
  IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, sizes.panel.rows, sizes.panel.cols);
  const PatternOrder order = order_of(request, processors);
  std::vector<int> rows = pattern_of(shares.rows, order), cols = pattern_of(shares.cols, order);
  return {std::move(plan),   processors.names, static_cast<int>(processors.cycle_times.size()),
          std::move(shares), std::move(rows),  std::move(cols),
          sizes.blocks.rows, sizes.blocks.cols};
}

BlockPlan block_plan(const GridRequest& request) {
  std::vector<std::string_view> names;
  for (const Method method : all_methods()) names.push_back(method_name(method));
  const Method method = all_methods()[parse_choice("--method", request.method, names)];
  const Processors processors = processors_of(request);
  return block_plan(request, processors, grid_plan(request, processors, method));
}

}  // namespace het
