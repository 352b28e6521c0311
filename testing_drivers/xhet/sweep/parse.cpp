#include "testing_drivers/xhet/sweep/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace het::testing {
namespace {

template <class... Args>
void demand(bool condition, fmt::format_string<Args...> text, Args&&... args) {
  if (!condition) throw InputError{fmt::format(text, std::forward<Args>(args)...)};
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

int parse_integer(const std::string& what, const std::string& text, int least) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  demand(error == std::errc() && stop == end, "{}: '{}' is not a whole number", what, text);
  demand(value >= least, "{}: {} is too small, at least {} is needed", what, value, least);
  return value;
}

std::vector<int> parse_integers(const std::string& what, const std::string& text, int least) {
  std::vector<int> values;
  for (const std::string& item : split(text, ',')) {
    const auto range = split(item, ':');
    demand(range.size() <= 3, "{}: '{}' is not of the form first:last:step", what, item);
    const int first = parse_integer(what, range[0], least);
    const int last = range.size() > 1 ? parse_integer(what, range[1], least) : first;
    const int step = range.size() > 2 ? parse_integer(what, range[2], 1) : 1;
    demand(first <= last, "{}: '{}' is empty, the last value lies below the first", what, item);
    for (long value = first; value <= last; value += step) values.push_back(static_cast<int>(value));
  }
  return values;
}

std::vector<GridShape> parse_grids(const std::string& what, const std::string& text) {
  std::vector<GridShape> grids;
  for (const std::string& item : split(text, ',')) {
    const auto sides = split(item, 'x');
    demand(sides.size() == 2, "{}: '{}' is not of the form PxQ", what, item);
    grids.push_back({parse_integer(what, sides[0], 1), parse_integer(what, sides[1], 1)});
  }
  return grids;
}

std::vector<char> parse_types(const std::string& what, const std::string& text) {
  std::vector<char> types;
  for (const std::string& item : split(text, ',')) {
    demand(item.size() == 1 && std::string("sdcz").find(item) != std::string::npos,
           "{}: '{}' is no type; s, d, c and z are", what, item);
    types.push_back(item[0]);
  }
  return types;
}

std::vector<std::string> parse_trans(const std::string& what, const std::string& text) {
  std::vector<std::string> all;
  for (const std::string& item : split(text, ',')) {
    const std::string pair = upper(item);
    demand(pair.size() == 2 && pair.find_first_not_of("NTC") == std::string::npos,
           "{}: '{}' is not two letters out of N, T, C, for op(A) and op(B)", what, item);
    all.push_back(pair);
  }
  return all;
}

std::vector<std::string> parse_modes(const std::string& what, const std::string& text) {
  const auto modes = split(text, ',');
  for (const std::string& mode : modes)
    demand(mode == "plain" || mode == "auto" || mode == "always",
           "{}: '{}' is no mode; plain, auto and always are", what, mode);
  return modes;
}

}  // namespace het::testing
