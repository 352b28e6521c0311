#pragma once
// Command lines of programs: values that are checked, and errors of CLI11 in words.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <regex>
#include <string>

namespace het::testing {

inline CLI::Validator above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && value > 0 && std::isfinite(value);
        return good ? std::string() : fmt::format("a number above 0 is needed, not '{}'", text);
      },
      "POSITIVE");
}

// That an int can hold.
inline CLI::Validator whole_above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        int value = 0;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (wrong == std::errc::result_out_of_range && text[0] != '-')
          return fmt::format("{} is too large, at most {} is allowed", text, std::numeric_limits<int>::max());
        const bool good = wrong == std::errc() && end == text.data() + text.size() && value > 0;
        return good ? std::string() : fmt::format("a whole number above 0 is needed, not '{}'", text);
      },
      "POSITIVE");
}

inline std::string in_words(const CLI::ParseError& error) {
  static const std::regex conversion("Could not convert: (\\S+) = (.*)"),
      few("(\\S+): At least (\\d+) required but received (\\d+)"), none("(\\S+): 1 required .* missing"),
      several("(\\S+): (\\d+) required .* missing"), flag("-*(\\S+) was given a disallowed flag override");
  const std::string text = error.what();
  std::smatch parts;
  if (std::regex_match(text, parts, conversion))
    return fmt::format("{}: '{}' is not a number", parts.str(1), parts.str(2));
  if (std::regex_match(text, parts, few))
    return fmt::format("{}: {} values are needed, {} given", parts.str(1), parts.str(2), parts.str(3));
  if (std::regex_match(text, parts, none)) return fmt::format("{}: a value is needed", parts.str(1));
  if (std::regex_match(text, parts, several))
    return fmt::format("{}: {} values are needed", parts.str(1), parts.str(2));
  if (std::regex_match(text, parts, flag)) return fmt::format("--{}: takes no value", parts.str(1));
  return text;
}

}  // namespace het::testing
