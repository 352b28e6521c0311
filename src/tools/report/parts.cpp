#include "src/tools/report/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "src/tools/help/wrapped.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/picture/block_picture.hpp"

namespace het {
namespace {

struct TimeUnit {
  double in_a_second;
  std::string_view name;
};

TimeUnit unit_for(double seconds) {
  if (seconds < 0.9995e-6) return {1e9, "ns"};
  if (seconds < 0.9995e-3) return {1e6, "us"};
  return seconds < 0.9995 ? TimeUnit{1e3, "ms"} : TimeUnit{1, "s"};
}

}  // namespace

bool has_panels(const CallReport& call) {
  return std::ranges::any_of(parts, [&](const Part& part) {
    return part.seconds != &ProcessSeconds::update &&
           std::ranges::any_of(call.seconds.*part.seconds, [](double seconds) { return seconds > 0; });
  });
}

std::array<double, parts.size()> parts_of(const CallReport& call, std::size_t rank) {
  std::array<double, parts.size()> seconds{};
  for (std::size_t k = 0; k < parts.size(); ++k) seconds[k] = (call.seconds.*parts[k].seconds)[rank];
  return seconds;
}

std::string time_text(double seconds) {
  if (seconds <= 0) return "0";
  const TimeUnit unit = unit_for(seconds);
  if (unit.in_a_second > 1) return fmt::format("{:.3g} {}", unit.in_a_second * seconds, unit.name);
  if (seconds < 9999.5) return fmt::format("{:.4g} s", seconds);
  return seconds < 1e7 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.1e} s", seconds);
}

std::string in_all(std::size_t calls, double seconds) {
  if (calls == 0) return "";
  return " in " + (seconds > 0 ? time_text(seconds) : "0 s");
}

std::string scale_text(double seconds, double end) {
  const TimeUnit unit = unit_for(end);
  return seconds <= 0 ? "0" : fmt::format("{:.6g} {}", unit.in_a_second * seconds, unit.name);
}

std::string ratio_text(double ratio) {
  if (ratio < 99.995) return fmt::format("{:.2f}", ratio);
  return ratio < 9999.5 ? fmt::format("{:.0f}", ratio) : ">9999";
}

double strip_share(double ratio) {
  static const double octaves = std::log2(strip_marks.back().ratio);
  return std::clamp((std::log2(ratio) / octaves + 1) / 2, 0.0, 1.0);
}

int beyond_strip(double ratio) {
  return ratio < strip_marks.front().ratio ? -1 : ratio > strip_marks.back().ratio ? 1 : 0;
}

std::string title_of(const CallReport& call) { return call.routine + " " + call.size_text(); }

std::string subtitle_of(const CallReport& call) {
  std::string text(way_name(call.way));
  if (call.p > 0)
    text += fmt::format(" {} {} x {}", call.way == CallWay::moved ? "to" : "on", call.p, call.q);
  if (call.processes() > 0)
    text += ", " + counted(static_cast<Extent>(call.processes()), "process", "processes");
  if (const auto left_out = std::ranges::count_if(call.places, [](int place) { return place < 0; });
      left_out > 0)
    text += fmt::format(" ({} left out)", left_out);
  if (call.processes() > 0 && call.computing > 0)
    text += fmt::format(" busy for {} of the time", percent(call.mean_busy_share()));
  return text;
}

std::vector<std::string> reason_lines(const CallReport& call, std::size_t width) {
  std::vector<std::string> lines;
  if (call.reason.empty() || call.way == CallWay::in_place || call.way == CallWay::moved) return lines;
  std::istringstream text(wrapped("reason: " + call.reason, width));
  for (std::string line; std::getline(text, line);) lines.push_back(shortened(line, width));
  return lines;
}

std::string place_of(const CallReport& call, std::size_t rank) {
  if (call.places.empty()) return "-";
  const int place = call.places[rank];
  if (place < 0) return "left out";
  return fmt::format("({}, {})", place / call.q, place % call.q);
}

std::vector<std::size_t> shown_ranks(const CallReport& call, std::size_t most) {
  std::vector<std::size_t> ranks(call.processes());
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  if (ranks.size() <= most) return ranks;
  std::stable_sort(ranks.begin(), ranks.end(),
                   [&](std::size_t a, std::size_t b) { return call.seconds.busy[a] > call.seconds.busy[b]; });
  ranks.erase(ranks.begin() + static_cast<std::ptrdiff_t>(most / 2),
              ranks.end() - static_cast<std::ptrdiff_t>(most - most / 2));
  return ranks;
}

std::string not_shown(const CallReport& call, std::size_t most) {
  if (call.processes() <= most) return "";
  return fmt::format("the {} busiest, the {} idlest; {} between are not shown, --json has all", most / 2,
                     most - most / 2, call.processes() - most);
}

}  // namespace het
