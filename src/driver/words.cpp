#include "src/driver/words.hpp"

#include <fmt/format.h>

namespace het {

std::string call_words(std::string_view routine, Extent m, Extent n, Extent k) {
  const std::string sizes = fmt::format("{} {} x {}", routine, m, n);
  return routine.ends_with("gemm") ? fmt::format("{} x {}", sizes, k) : sizes;
}

}  // namespace het
