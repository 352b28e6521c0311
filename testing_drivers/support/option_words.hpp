#pragma once
// Command lines of programs: values that are checked, flags, and errors of CLI11 in words. Checks have no description:
// the help would have it behind the type.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <string>
#include <vector>

#include "src/base/text/parse_number.hpp"

namespace het::testing {

inline CLI::Validator above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && value > 0 && std::isfinite(value);
        return good ? std::string() : fmt::format("a number above 0 is needed, not '{}'", text);
      },
      "");
}

// A number of any sign.
inline CLI::Validator finite() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
        return good ? std::string() : fmt::format("a finite number is needed, not '{}'", text);
      },
      "");
}

inline CLI::Validator number_between(double least, double most) {
  return CLI::Validator(
      [=](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
        return good ? std::string()
                    : fmt::format("a number from {:g} to {:g} is needed, not '{}'", least, most, text);
      },
      "");
}

// That an int can hold.
inline CLI::Validator whole_at_least(int least) {
  return CLI::Validator(
      [least](const std::string& text) {
        if (is_beyond<int>(text) && text[0] != '-')
          return fmt::format("{} is too large, at most {} is allowed", text, std::numeric_limits<int>::max());
        const auto value = parse_number<int>(text);
        if (value && *value >= least) return std::string();
        const std::string range = least == 1 ? "above 0" : fmt::format("of at least {}", least);
        return fmt::format("a whole number {} is needed, not '{}'", range, text);
      },
      "");
}

inline CLI::Validator whole_above_zero() { return whole_at_least(1); }

inline CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& text) {
        const bool known = std::find(words.begin(), words.end(), text) != words.end();
        return known ? std::string() : fmt::format("'{}' is none of {}", text, fmt::join(words, ", "));
      },
      "");
}

// Once all options are declared: CLI11 would let --json=false pass, and an empty text would be as if an option was not given.
inline void refuse_misplaced_values(CLI::App& app) {
  const CLI::Validator some(
      [](const std::string& text) { return text.empty() ? "is empty; a value is needed" : ""; }, "");
  for (CLI::Option* const option : app.get_options()) {
    if (option->get_items_expected_max() == 0)
      option->disable_flag_override();
    else
      option->check(some);
  }
}

inline std::string in_words(const CLI::ParseError& error) {
  static const std::regex conversion("Could not convert: (\\S+) = (.*)"), excludes("(\\S+) excludes (\\S+)"),
      needs("(\\S+) requires (\\S+)"),
      unknown("The following arguments? (?:was|were) not expected: (\\S+).*"),
      few("(\\S+): At (?:least|Most) (\\d+) required but received (\\d+)"),
      none("(\\S+): 1 required .* missing"), several("(\\S+): (\\d+) required .* missing"),
      flag("-*(\\S+) was given a disallowed flag override");
  const std::string text = error.what();
  std::smatch parts;
  if (std::regex_match(text, parts, conversion))
    return fmt::format("{}: '{}' is not a number", parts.str(1), parts.str(2));
  if (std::regex_match(text, parts, excludes))
    return fmt::format("{} and {} exclude each other; give one of them", parts.str(1), parts.str(2));
  if (std::regex_match(text, parts, needs))
    return fmt::format("{}: only together with {}", parts.str(1), parts.str(2));
  if (std::regex_match(text, parts, unknown))
    return fmt::format("'{}' is not expected; --help lists what is", parts.str(1));
  if (std::regex_match(text, parts, few) && parts.str(2) == "1")
    return fmt::format("{} is given {}; once is allowed", parts.str(1),
                       parts.str(3) == "2" ? "twice" : parts.str(3) + " times");
  if (std::regex_match(text, parts, few))
    return fmt::format("{}: {} values are needed, {} given", parts.str(1), parts.str(2), parts.str(3));
  if (std::regex_match(text, parts, none)) return fmt::format("{}: a value is needed", parts.str(1));
  if (std::regex_match(text, parts, several))
    return fmt::format("{}: {} values are needed", parts.str(1), parts.str(2));
  if (std::regex_match(text, parts, flag)) return fmt::format("--{}: takes no value", parts.str(1));
  return text;
}

}  // namespace het::testing
