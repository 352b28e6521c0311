#include "src/tools/input/numbers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "src/base/error.hpp"

namespace het {
namespace {

template <class T>
std::optional<T> number(std::string_view text, T smallest, T largest) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole_text = error == std::errc{} && end == text.data() + text.size();
  if (!whole_text || !(value >= smallest && value <= largest)) return std::nullopt;  // NaN is not in range
  return value;
}

}  // namespace

SizePair parse_size_pair(std::string_view option, std::string_view text, OneNumber one, Extent largest) {
  const auto cross = text.find('x');
  const bool single = cross == std::string_view::npos;
  const auto rows = number<Extent>(text.substr(0, cross), 1, largest);
  const auto cols = single ? rows : number<Extent>(text.substr(cross + 1), 1, largest);
  require(rows && cols && (!single || one == OneNumber::square),
          "{} '{}' is no size; it must be {}, whole numbers from 1 to {}", option, text,
          one == OneNumber::square ? "M or MxN" : "RxC", largest);
  return {*rows, *cols};
}

Extent parse_whole(std::string_view option, std::string_view text, Extent smallest, Extent largest) {
  const auto value = number<Extent>(text, smallest, largest);
  require(value.has_value(), "{} '{}' is wrong; it must be a whole number from {} to {}", option, text,
          smallest, largest);
  return *value;
}

double parse_real(std::string_view option, std::string_view text, double smallest, double largest) {
  const auto value = number<double>(text, smallest, largest);
  require(value.has_value(), "{} '{}' is wrong; it must be a number from {:g} to {:g}", option, text,
          smallest, largest);
  return *value;
}

std::size_t parse_choice(std::string_view option, std::string_view text,
                         std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), text);
  require(found != names.end(), "{} '{}' is unknown; it must be one of {}", option, text,
          fmt::join(names, ", "));
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace het
