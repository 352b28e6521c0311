#pragma once
#include <algorithm>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"
#include "src/model/routine_kind.hpp"

namespace het {

// What is computed, without where: C (m x n) += op(A) op(B) with op(A) m x k, or the factorization of an m x n
// matrix, k = min(m, n). Cholesky: m = n, one triangle.
struct CallShape {
  RoutineKind kind = RoutineKind::gemm;
  Extent m = 0, n = 0, k = 0;
  int flops_per_multiply_add = 2;  // 8 for complex types
  Extent element_bytes = 8;

  // Of its type, of which there is one for each pair of these numbers.
  Precision precision() const {
    const bool is_complex = flops_per_multiply_add > 2, is_long = element_bytes > (is_complex ? 8 : 4);
    return is_complex ? is_long ? precision_of<std::complex<double>> : precision_of<std::complex<float>>
           : is_long ? precision_of<double>
                      : precision_of<float>;
  }

  static CallShape product(Extent m, Extent n, Extent k, int flops_per_multiply_add, Extent element_bytes) {
    return {RoutineKind::gemm, m, n, k, flops_per_multiply_add, element_bytes};
  }
  static CallShape factorization(RoutineKind kind, Extent m, Extent n, int flops_per_multiply_add,
                                 Extent element_bytes) {
    return {kind, m, n, std::min(m, n), flops_per_multiply_add, element_bytes};
  }
  friend bool operator==(const CallShape&, const CallShape&) = default;
};

// Class of a dimension: floor(2 log2(size)), in whole numbers, so that it is equal on all kinds of processors; -1
// below 1. Sizes below 2^31.
int half_octave(Extent size);

// Multiply-adds of the leading terms: m n k; LU m n k - (m + n) k^2 / 2 + k^3 / 3, QR twice that, Cholesky
// n^3 / 6.
double multiply_adds(const CallShape& shape);

// The same in floating-point operations.
inline double flops(const CallShape& shape) { return shape.flops_per_multiply_add * multiply_adds(shape); }

}  // namespace het
