#pragma once
#include <string>
#include <string_view>

namespace het {

// What a text says whatever its numbers are: "predicted 0.366 s" and "predicted 2e-05 s" are both "predicted # s".
std::string without_numbers(std::string_view text);

}  // namespace het
