#include "src/model/factor/step/solve_sharing.hpp"

namespace het {

bool solve_is_shared(const Platform& platform, const CallShape& shape, int p, Extent width) {
  if (shape.kind != RoutineKind::lu || p < 2 || width < 1) return false;
  const double w = static_cast<double>(width), rows = p;
  const double multiply_adds = (1 - 1 / rows) * w * w / 2, elements = (rows - 1) / (rows * rows) * w;
  return multiply_adds * shape.flops_per_multiply_add * platform.seconds_per_flop /
             platform.rates.left_solve(width) >
         elements * static_cast<double>(shape.element_bytes) * platform.between.seconds_per_byte;
}

}  // namespace het
