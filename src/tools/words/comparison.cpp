#include "src/tools/words/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "src/base/error.hpp"
#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

MethodResult result_of(const GridRequest& request, const Processors& processors, Method method) {
  using Clock = std::chrono::steady_clock;
  MethodResult result{method, std::nullopt, "", 0};
  const auto start = Clock::now();
  try {
    result.plan = block_plan(request, processors, method);
  } catch (const Error& error) {
    result.gave_up = error.what();
  }
  result.seconds_to_plan = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  if (seconds < 1) return fmt::format("{:.3g} ms", 1e3 * seconds);
  return fmt::format("{:.3g} s", seconds);
}

std::string predicted_text(const BlockPlan& b) {
  return b.forecast ? fmt::format("{:.4g} s", b.forecast->ranking.front().total()) : "-";
}

std::string row(std::string_view method, std::string_view grid, std::string_view w, std::string_view share,
                std::string_view imbalance, std::string_view time, std::string_view predicted,
                std::string_view note) {
  std::string text = fmt::format("{:<10} {:>7} {:>8} {:>9} {:>10} {:>9} {:>10}  {}", method, grid, w, share,
                                 imbalance, time, predicted, note);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::vector<MethodResult> compare_methods(const GridRequest& request, const Processors& processors) {
  std::vector<MethodResult> results;
  for (const Method method : all_methods()) results.push_back(result_of(request, processors, method));
  // What is wrong for all of them is wrong in the request.
  if (std::none_of(results.begin(), results.end(), [](const auto& r) { return r.plan.has_value(); }))
    throw Error(results.back().gave_up);
  return results;
}

std::string comparison_text(const std::vector<MethodResult>& results) {
  double best = 0;
  for (const MethodResult& r : results)
    if (r.plan) best = std::max(best, r.plan->plan.shares.work_rate);
  std::string text = row("method", "grid", "W", "of bound", "imbalance", "to plan", "predicted", "");
  for (const MethodResult& r : results) {
    if (!r.plan) {
      text += "  " + indented(fmt::format("{}: {}", method_name(r.method), r.gave_up), 76, 4) + "\n";
      continue;
    }
    const GridPlan& plan = r.plan->plan;
    const bool is_best = plan.shares.work_rate >= best * (1 - 1e-12);
    text += row(method_name(r.method), fmt::format("{}x{}", plan.arrangement.p(), plan.arrangement.q()),
                short_number(plan.shares.work_rate), percent(plan.shares.work_rate / plan.bound),
                fmt::format("{:.3f}", r.plan->shares.imbalance), time_text(r.seconds_to_plan),
                predicted_text(*r.plan),
                plan.optimal ? r.plan->arrangement_given ? "shares proven" : "proven"
                : is_best    ? "best W"
                             : "");
  }
  return text;
}

nlohmann::ordered_json comparison_json(const std::vector<MethodResult>& results) {
  auto list = nlohmann::ordered_json::array();
  for (const MethodResult& r : results) {
    nlohmann::ordered_json entry{{"method", method_name(r.method)}, {"seconds_to_plan", r.seconds_to_plan}};
    if (r.plan) {
      entry["grid"] = {r.plan->plan.arrangement.p(), r.plan->plan.arrangement.q()};
      entry["W"] = r.plan->plan.shares.work_rate;
      entry["share_of_bound"] = r.plan->plan.shares.work_rate / r.plan->plan.bound;
      entry["imbalance"] = r.plan->shares.imbalance;
      entry["optimal"] = r.plan->plan.optimal;
      if (r.plan->forecast) entry["predicted_seconds"] = r.plan->forecast->ranking.front().total();
    } else {
      entry["gave_up"] = r.gave_up;
    }
    list.push_back(std::move(entry));
  }
  return {{"methods", std::move(list)}};
}

}  // namespace het
