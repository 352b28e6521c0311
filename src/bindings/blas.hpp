#pragma once
// The local BLAS the library computes with: 64-bit sizes outside, narrowed and checked here.
#include "src/base/index.hpp"
#include "src/base/precision.hpp"

namespace het::blas {

// C := alpha op(A) op(B) + beta C on local column-major arrays; op(A) is m x k, op(B) k x n. `trans_*` is
// 'N', 'T' or 'C'. With beta = 0, C is not read. Throws Error when a size exceeds the BLAS's integers.
template <Scalar T>
void gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, const T* a, Extent lda,
          const T* b, Extent ldb, T beta, T* c, Extent ldc);

}  // namespace het::blas
