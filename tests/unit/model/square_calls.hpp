#pragma once
#include <array>

#include "src/model/call_shape.hpp"

// Calls on square matrices of double precision.
namespace het::test {

inline constexpr std::array factorizations{RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky};

inline CallShape square_of(Extent n) { return CallShape::product(n, n, n, 2, 8); }

inline CallShape shape_of(RoutineKind kind, Extent n) {
  return is_factorization(kind) ? CallShape::factorization(kind, n, n, 2, 8) : square_of(n);
}

}  // namespace het::test
