#pragma once
// Sizes, numbers and choices as the command line has them. All throw Error naming option, value and what is
// allowed.
#include <span>
#include <string_view>

#include "src/base/index.hpp"

namespace het {

// "4x3" gives {4, 3}; "4" gives {4, 4} where one number may stand for both. Both whole, from 1 to `largest`. `form`: what
// is allowed, also what is read elsewhere, as in "auto or PxQ".
struct SizePair {
  Extent rows, cols;
};
enum class OneNumber { refused, square };
SizePair parse_size_pair(std::string_view option, std::string_view text, OneNumber one, Extent largest,
                         std::string_view form);

// A whole number from `smallest` to `largest`.
Extent parse_whole(std::string_view option, std::string_view text, Extent smallest, Extent largest);

// A number from `smallest` to `largest`.
double parse_real(std::string_view option, std::string_view text, double smallest, double largest);

// Place of the text in the list of names.
std::size_t parse_choice(std::string_view option, std::string_view text,
                         std::span<const std::string_view> names);

}  // namespace het
