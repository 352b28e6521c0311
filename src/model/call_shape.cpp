#include "src/model/call_shape.hpp"

#include <bit>
#include <cstdint>

namespace het {

double multiply_adds(const CallShape& shape) {
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n),
             k = static_cast<double>(shape.k);
  const double shrinking = k * (m * n - (m + n) * k / 2 + k * k / 3);
  switch (shape.kind) {
    case RoutineKind::gemm:
      return m * n * k;
    case RoutineKind::lu:
      return shrinking;
    case RoutineKind::qr:
      return 2 * shrinking;
    case RoutineKind::cholesky:
      return shrinking / 2;
  }
  return 0;
}

int half_octave(Extent size) {
  if (size < 1) return -1;
  const auto x = static_cast<std::uint64_t>(size);
  const int octave = std::bit_width(x) - 1;
  return 2 * octave + (x * x >= std::uint64_t{1} << (2 * octave + 1) ? 1 : 0);
}

}  // namespace het
