#pragma once
// Sizes as the command line has them.
#include <string_view>
#include <utility>

#include "src/base/index.hpp"

namespace het {

// "4x3" gives {4, 3}; "4" gives {4, 4} where one number may stand for both. Throws Error naming option and
// text unless both numbers are whole and from 1 to `largest`.
struct SizePair {
  Extent rows, cols;
};
enum class OneNumber { refused, square };
SizePair parse_size_pair(std::string_view option, std::string_view text, OneNumber one, Extent largest);

}  // namespace het
