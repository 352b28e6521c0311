#include "src/base/text/without_numbers.hpp"

#include <algorithm>

namespace het {

std::string without_numbers(std::string_view text) {
  const auto digits_end = [&](std::size_t at) {
    return std::min(text.find_first_not_of("0123456789", at), text.size());
  };
  std::string masked;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = digits_end(at);
    if (end == at) {
      masked += text[at++];
      continue;
    }
    if (text.substr(end).starts_with('.')) end = digits_end(end + 1);
    if (text.substr(end).starts_with('e')) {
      const std::size_t exponent = std::min(text.find_first_not_of("+-", end + 1), text.size());
      if (exponent <= end + 2 && digits_end(exponent) > exponent) end = digits_end(exponent);
    }
    masked += '#';
    at = end;
  }
  return masked;
}

}  // namespace het
