#include "src/tools/words/verdict_text.hpp"

#include <fmt/format.h>

#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

std::string grid_name(int p, int q) { return fmt::format("{} x {}", p, q); }

// "yes, moved to 1 x 6: 2.1 times as fast as ScaLAPACK"
std::string answer(const CallVerdict& v, const Decision& decision, const std::string& moved_to) {
  const double times = v.reference / decision.seconds;
  switch (decision.way) {
    case Way::forward:
      break;
    case Way::in_place:
      return fmt::format("yes, in place, {:.3g} times as fast as ScaLAPACK", times);
    case Way::moved:
      return fmt::format("yes, moved to {}, {:.3g} times as fast as ScaLAPACK", moved_to, times);
  }
  return "no, the call goes to ScaLAPACK";
}

void add(std::string& text, const std::string& line) { text += "  " + indented(line, 77, 4) + "\n"; }

void add_measured(std::string& text, const CallVerdict& v, const std::string& moved_to) {
  std::string line = "With measured cycle-times: ";
  if (!v.too_early.empty()) line += "not at first (" + v.too_early + "), then ";
  line += v.measured.way != v.given.way ? answer(v, v.measured, moved_to) : "the same";
  const Comparison& moved = v.measured.comparisons.back();
  if (moved.margin != v.given.comparisons.back().margin)
    line += fmt::format("; moved must then be below {:.4g} s ({:.4g} %)", moved.limit(), 100 * moved.margin);
  add(text, line + ".");
}

nlohmann::ordered_json decision_json(const CallVerdict& v, const Decision& decision) {
  const bool taken = v.never.empty() && v.not_yet.empty() && decision.way != Way::forward;
  nlohmann::ordered_json limits;
  for (const Comparison& c : decision.comparisons) limits[std::string(way_name(c.way))] = c.limit();
  return {{"taken", taken},
          {"way", way_name(taken ? decision.way : Way::forward)},
          {"seconds", taken ? decision.seconds : v.reference},
          {"limits", limits}};
}

}  // namespace

std::string verdict_text(const Forecast& forecast) {
  if (!forecast.verdict)
    return "\n" +
           wrapped(
               "Give --nb NB, the block size of the matrix, to see whether the library would take the call.",
               79) +
           "\n";
  const CallVerdict& v = *forecast.verdict;
  const Layout& best = forecast.ranking.front().layout;
  const std::string caller = grid_name(v.p, v.q), moved_to = grid_name(best.p, best.q);
  std::string text = "\nWould the library take the call in mode auto, from a " + caller + " grid?\n";
  if (!v.never.empty()) {
    add(text, "No: " + v.never + ".");
    return text;
  }
  if (!v.not_yet.empty()) add(text, "Not at first: " + v.not_yet + ".");
  std::string given = answer(v, v.given, moved_to);
  if (!v.not_yet.empty())
    given = "Then " + given;
  else
    given.front() = given.front() == 'y' ? 'Y' : 'N';
  add(text, given + ".");
  for (const Comparison& c : v.given.comparisons)
    add(text, comparison_words(c, c.way == Way::moved ? moved_to : caller));
  add_measured(text, v, moved_to);
  return text;
}

nlohmann::ordered_json verdict_json(const CallVerdict& v) {
  nlohmann::ordered_json json{{"grid", {v.p, v.q}},
                              {"scalapack", v.reference},
                              {"in_place", v.in_place},
                              {"moved", v.given.comparisons.back().seconds}};
  if (!v.never.empty() || !v.not_yet.empty()) json["left_alone"] = v.never + v.not_yet;
  if (!v.not_yet.empty()) json["later"] = way_name(v.given.way);
  json["given"] = decision_json(v, v.given);
  json["measured"] = decision_json(v, v.measured);
  if (!v.too_early.empty()) json["measured"]["too_early"] = v.too_early;
  return json;
}

}  // namespace het
