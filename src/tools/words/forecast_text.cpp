#include "src/tools/words/forecast_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

constexpr std::size_t most_listed = 10, most_steps = 16;
constexpr int bar_width = 40;

std::string call_text(const PlannedCall& call) {
  const CallShape& s = call.shape;
  std::string text = fmt::format("Predicted seconds: {} of {} x {}", short_name(s.kind), s.m, s.n);
  if (s.kind == RoutineKind::gemm) text += fmt::format(" x {}", s.k);
  text += fmt::format(", {} elements of {} bytes", s.flops_per_multiply_add == 8 ? "complex" : "real",
                      s.element_bytes);
  text += call.nb > 0 ? fmt::format(", moved from and to blocks of {}", call.nb) : ", without moves";
  return text +
         fmt::format("; the fastest processor has {:.4g} Gflop/s, the network {:.4g} GB/s and {:.4g} us.",
                     1e-9 / call.platform.seconds_per_flop, 1e-9 / call.platform.between.seconds_per_byte,
                     1e6 * call.platform.between.latency);
}

std::string seconds(double value) { return value == 0 ? "0" : fmt::format("{:.3g}", value); }

std::string line(const LayoutCandidate& c, std::size_t processors) {
  const Layout& l = c.layout;
  const Prediction& t = c.predicted;
  const std::size_t out = processors - l.order.size();
  return fmt::format("  {:>7} {:>5} {:>8} {:>8} {:>7} {:>7} {:>8} {:>7} {:>7}\n",
                     fmt::format("{}x{}", l.p, l.q), out == 0 ? "none" : fmt::format("{}", out),
                     fmt::format("{}{:.4g}", c.planned_well ? "" : "~", t.total()), seconds(t.update),
                     seconds(t.idle), seconds(t.panel), seconds(t.exchange), seconds(t.latency),
                     seconds(t.move_in + t.move_out));
}

}  // namespace

std::string forecast_text(const Forecast& forecast) {
  std::string text = wrapped(call_text(forecast.call), 79) + "\n";
  text += fmt::format("  {:>7} {:>5} {:>8} {:>8} {:>7} {:>7} {:>8} {:>7} {:>7}\n", "grid", "out", "total",
                      "update", "idle", "panel", "exchange", "latency", "moves");
  const auto& ranking = forecast.ranking;
  const std::size_t processors = forecast.call.platform.cycle_times.size();
  const auto listed = std::span(ranking).first(std::min(ranking.size(), most_listed));
  for (const LayoutCandidate& candidate : listed) text += line(candidate, processors);
  if (ranking.size() > most_listed)
    text += fmt::format("  ... and {} slower ones\n", ranking.size() - most_listed);
  if (!std::ranges::all_of(listed, &LayoutCandidate::planned_well))
    text += "  ~ with a quick plan; the others were planned well\n";
  return text;
}

std::string steps_text(const std::vector<StepTime>& steps) {
  if (steps.empty()) return "";
  double longest = 0;
  for (const StepTime& step : steps) longest = std::max(longest, step.update);
  std::string text =
      "\nSeconds of each step's update at the slowest process; # if divided in proportion\nto the speeds, - "
      "waiting for the slowest\n   step    left     update      panel\n";
  const std::size_t shown = std::min(steps.size(), most_steps);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::size_t s = k * steps.size() / shown;
    const StepTime& step = steps[s];
    const auto places = [&](double value) {
      return longest > 0 ? static_cast<std::size_t>(std::lround(bar_width * value / longest)) : 0;
    };
    const std::size_t all = places(step.update),
                      busy = std::clamp<std::size_t>(places(step.balanced), all > 0, all);
    std::string bar = std::string(busy, '#') + std::string(all - busy, '-');
    text += fmt::format("{:>7} {:>7} {:>10} {:>10}  {}", s, step.left, seconds(step.update),
                        seconds(step.panel), bar);
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json steps_json(const std::vector<StepTime>& steps) {
  auto list = nlohmann::ordered_json::array();
  for (const StepTime& s : steps)
    list.push_back({{"left", s.left}, {"update", s.update}, {"balanced", s.balanced}, {"panel", s.panel}});
  return list;
}

nlohmann::ordered_json predicted_json(const LayoutCandidate& c) {
  const Prediction& t = c.predicted;
  return {{"update", t.update},     {"idle", t.idle},         {"panel", t.panel},
          {"exchange", t.exchange}, {"latency", t.latency},   {"compute", t.compute()},
          {"move_in", t.move_in},   {"move_out", t.move_out}, {"total", t.total()}};
}

}  // namespace het
