#include "src/tools/sizes.hpp"

#include <charconv>

#include "src/base/error.hpp"

namespace het {
namespace {

// 0 for anything that is no whole number from 1 to largest.
Extent size_in(std::string_view text, Extent largest) {
  Extent value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good =
      error == std::errc{} && end == text.data() + text.size() && value >= 1 && value <= largest;
  return good ? value : 0;
}

}  // namespace

SizePair parse_size_pair(std::string_view option, std::string_view text, OneNumber one, Extent largest) {
  const auto cross = text.find('x');
  const bool single = cross == std::string_view::npos;
  const Extent rows = size_in(text.substr(0, cross), largest);
  const Extent cols = single ? rows : size_in(text.substr(cross + 1), largest);
  require(rows > 0 && cols > 0 && (!single || one == OneNumber::square),
          "{} '{}' is no size; it must be {}, whole numbers from 1 to {}", option, text,
          one == OneNumber::square ? "M or MxN" : "RxC", largest);
  return {rows, cols};
}

}  // namespace het
