#include "src/tools/input/numbers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "src/base/error.hpp"
#include "src/base/text/parse_number.hpp"

namespace het {
namespace {

template <class T>
struct Read {
  T value{};
  std::string_view wrong;  // why it is none, empty where it is one
};

template <class T>
Read<T> read(std::string_view text, T smallest, T largest) {
  if (is_beyond<T>(text)) return {{}, "is out of range"};
  const auto value = parse_number<T>(text);
  if (!value || *value != *value)  // NaN
    return {{}, std::is_integral_v<T> ? "is no whole number" : "is no number"};
  if (*value < smallest) return {{}, "is too small"};
  if (*value > largest) return {{}, "is too large"};
  return {*value, {}};
}

template <class T>
std::optional<T> number(std::string_view text, T smallest, T largest) {
  const Read<T> result = read(text, smallest, largest);
  return result.wrong.empty() ? std::optional(result.value) : std::nullopt;
}

}  // namespace

SizePair parse_size_pair(std::string_view option, std::string_view text, OneNumber one, Extent largest,
                         std::string_view form) {
  const auto cross = text.find('x');
  const bool single = cross == std::string_view::npos;
  const auto rows = number<Extent>(text.substr(0, cross), 1, largest);
  const auto cols = single ? rows : number<Extent>(text.substr(cross + 1), 1, largest);
  require(rows && cols && (!single || one == OneNumber::square),
          "{} '{}' is no size; it must be {}, whole numbers from 1 to {}", option, text, form, largest);
  return {*rows, *cols};
}

Extent parse_whole(std::string_view option, std::string_view text, Extent smallest, Extent largest) {
  const Read<Extent> result = read(text, smallest, largest);
  require(result.wrong.empty(), "{} '{}' {}; it must be a whole number from {} to {}", option, text,
          result.wrong, smallest, largest);
  return result.value;
}

double parse_real(std::string_view option, std::string_view text, double smallest, double largest) {
  const Read<double> result = read(text, smallest, largest);
  require(result.wrong.empty(), "{} '{}' {}; it must be a number from {:g} to {:g}", option, text,
          result.wrong, smallest, largest);
  return result.value;
}

std::size_t parse_choice(std::string_view option, std::string_view text,
                         std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), text);
  require(found != names.end(), "{} '{}' is unknown; it must be one of {}", option, text,
          fmt::join(names, ", "));
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace het
