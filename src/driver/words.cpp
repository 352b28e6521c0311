#include "src/driver/words.hpp"

#include <fmt/format.h>

namespace het {

std::string call_words(std::string_view routine, Extent m, Extent n, Extent k) {
  const std::string sizes = fmt::format("{} {} x {}", routine, m, n);
  return routine.ends_with("gemm") ? fmt::format("{} x {}", sizes, k) : sizes;
}

std::string call_words(const CallShape& shape) {
  return call_words(routine_name(shape.precision(), family_name(shape.kind)), shape.m, shape.n, shape.k);
}

}  // namespace het
