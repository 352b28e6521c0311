#include "src/tools/words/plan_json.hpp"

#include "src/tools/words/forecast_text.hpp"
#include "src/tools/words/verdict_text.hpp"

namespace het {
namespace {

template <class List>
nlohmann::ordered_json rows_of(int p, const List& list) {
  const std::span values(list);
  using T = typename decltype(values)::value_type;
  auto rows = nlohmann::ordered_json::array();
  const std::size_t q = values.size() / static_cast<std::size_t>(p);
  for (std::size_t k = 0; k < values.size(); k += q) {
    const auto row = values.subspan(k, q);
    rows.push_back(std::vector<T>(row.begin(), row.end()));
  }
  return rows;
}

}  // namespace

nlohmann::ordered_json plan_json(const BlockPlan& b) {
  const GridPlan& plan = b.plan;
  const Arrangement& a = plan.arrangement;
  nlohmann::ordered_json json{{"arrangement", rows_of(a.p(), a.cycle_times())},
                              {"order", rows_of(a.p(), a.order())},
                              {"r", plan.shares.row_weight},
                              {"c", plan.shares.col_weight},
                              {"W", plan.shares.work_rate},
                              {"bound", plan.bound},
                              {"W_uniform", plan.uniform_work_rate},
                              {"row_shares", b.shares.rows},
                              {"col_shares", b.shares.cols},
                              {"row_pattern", b.row_pattern},
                              {"col_pattern", b.col_pattern},
                              {"imbalance", b.shares.imbalance},
                              {"method", method_name(plan.method)},
                              {"optimal", plan.optimal},
                              {"left_out", b.left_out()}};
  if (!b.left_out().empty()) json["W_uniform_all"] = b.uniform_on_all;
  if (!b.names.empty()) json["hosts"] = rows_of(a.p(), names_on_grid(b));
  if (b.row_unit > 0) json["row_unit"] = b.row_unit, json["col_unit"] = b.col_unit;
  if (b.forecast) {
    json["predicted"] = predicted_json(b.forecast->ranking.front());
    if (b.forecast->verdict) json["auto"] = verdict_json(*b.forecast->verdict);
    if (const auto steps = step_times(*b.forecast); !steps.empty()) json["steps"] = steps_json(steps);
    for (const LayoutCandidate& candidate : b.forecast->ranking)
      json["ranking"].push_back({{"grid", {candidate.layout.p, candidate.layout.q}},
                                 {"quick_plan", !candidate.planned_well},
                                 {"predicted", predicted_json(candidate)}});
  }
  return json;
}

}  // namespace het
