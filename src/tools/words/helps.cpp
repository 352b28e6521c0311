#include "src/tools/words/helps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace het {
namespace {

constexpr double worth_saying = 0.002, enough_of_w = 0.97, little_rounding = 0.01;
constexpr int most_processors = 256;  // for trying other shapes
constexpr double most_rounding_work = 3e7;

std::string rate(const GridPlan& plan) {
  return fmt::format("W = {}, {} of its bound", short_number(plan.shares.work_rate),
                     percent(plan.shares.work_rate / plan.bound));
}

bool much_better(const GridPlan& a, const GridPlan& b) {
  return a.shares.work_rate > b.shares.work_rate * (1 + worth_saying);
}

void try_methods(const BlockPlan& b, const GridRequest& request, const Processors& processors,
                 std::vector<std::string>& lines) {
  const int p = b.plan.arrangement.p(), q = b.plan.arrangement.q();
  if (!request.arrangement.empty()) {
    const GridPlan free = plan_grid(processors.cycle_times, p, q);
    if (much_better(free, b.plan))
      lines.push_back(
          fmt::format("Other places for the same processors (--cycle-times instead of "
                      "--arrangement): {}.",
                      rate(free)));
  } else if (b.plan.method != Method::best) {
    const GridPlan best = plan_grid(processors.cycle_times, p, q);
    if (much_better(best, b.plan)) lines.push_back(fmt::format("--method best: {}.", rate(best)));
  }
}

// What the other shape costs: where a message has more partners.
std::string partners_text(const Arrangement& now, const Arrangement& then) {
  std::string text;
  const auto add = [&](int was, int is, const char* where) {
    if (is <= was) return;
    text += fmt::format("{} {} in a {} instead of {}", text.empty() ? "; its messages have" : " and",
                        counted(is - 1, "partner"), where, was == 1 ? "none" : fmt::format("{}", was - 1));
  };
  add(now.q(), then.q(), "row");
  add(now.p(), then.p(), "column");
  return text;
}

// Of all shapes: the squarest that does clearly more, and the smallest that does nearly as much.
void try_shapes(const BlockPlan& b, const Processors& processors, std::vector<std::string>& lines) {
  const auto n = static_cast<int>(processors.cycle_times.size());
  if (n > most_processors) return;
  const int p = b.plan.arrangement.p(), q = b.plan.arrangement.q();
  std::optional<GridPlan> more, fewer;
  const auto sides = [](const GridPlan& plan) { return plan.arrangement.p() + plan.arrangement.q(); };
  const auto places = [](const GridPlan& plan) { return plan.arrangement.p() * plan.arrangement.q(); };
  for (int rows = 1; rows <= n / rows; ++rows)
    for (int cols = rows; cols <= n / rows; ++cols) {
      const bool all = cols == n / rows, smaller = rows * cols < p * q;
      if ((!all && !smaller) || (rows == std::min(p, q) && cols == std::max(p, q))) continue;
      GridPlan plan = plan_grid(processors.cycle_times, rows, cols, Method::heuristic);
      if (all && much_better(plan, b.plan) && (!more || sides(plan) < sides(*more))) more = plan;
      if (smaller && plan.shares.work_rate >= enough_of_w * b.plan.shares.work_rate &&
          (!fewer || places(plan) < places(*fewer)))
        fewer = plan;
    }
  if (more)
    lines.push_back(fmt::format("A {} x {} grid: {}{}.", more->arrangement.p(), more->arrangement.q(),
                                rate(*more), partners_text(b.plan.arrangement, more->arrangement)));
  if (fewer)
    lines.push_back(fmt::format(
        "Fewer processors: a {} x {} grid of the fastest {} has W = {}, {} of this plan's.",
        fewer->arrangement.p(), fewer->arrangement.q(), places(*fewer), short_number(fewer->shares.work_rate),
        percent(fewer->shares.work_rate / b.plan.shares.work_rate)));
}

// The smallest square pattern, up to four times the present one, that loses little to rounding.
void try_periods(const BlockPlan& b, std::vector<std::string>& lines) {
  const Arrangement& a = b.plan.arrangement;
  const double at_best = b.plan.bound / b.plan.shares.work_rate;
  if (b.shares.imbalance <= at_best * (1 + little_rounding)) return;
  const auto now = static_cast<Extent>(std::max(b.row_pattern.size(), b.col_pattern.size()));
  double work = 0;
  for (Extent size = std::max(a.p(), a.q()); size <= 4 * now; ++size) {
    if ((work += 20.0 * a.p() * a.q()) > most_rounding_work) return;
    const IntegerShares shares = round_to_pattern(a, b.plan.shares, size, size);
    if (shares.imbalance > at_best * (1 + little_rounding)) continue;
    lines.push_back(fmt::format("A pattern of {} x {} blocks has an imbalance of {:.3f} instead of {:.3f}.",
                                size, size, shares.imbalance, b.shares.imbalance));
    return;
  }
}

}  // namespace

std::vector<std::string> what_helps(const BlockPlan& plan, const GridRequest& request,
                                    const Processors& processors) {
  std::vector<std::string> lines;
  try_methods(plan, request, processors, lines);
  try_shapes(plan, processors, lines);
  try_periods(plan, lines);
  if (lines.empty())
    lines.emplace_back("Nothing that was tried: other shapes, fewer processors, other periods.");
  return lines;
}

}  // namespace het
