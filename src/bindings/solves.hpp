#pragma once
#include "src/bindings/blas.hpp"

namespace het {

// Solves with a lower triangle L of k rows, split until few are left, with products for the rest: BLAS libraries spend less
// care on TRSM than on GEMM. (OpenBLAS 0.3.21, 125 rows, 256 right-hand sides: on AVX-512 2.1 and 1.6 times as quick from
// left and right, with AVX2 a tenth slower.) As stable as substitution. They lie here, beside what they are made of, because
// speeds are measured with them too.

// Half of k rows, a whole number of vectors.
constexpr Extent solve_split(Extent k) { return (k / 2 + 7) / 8 * 8; }
// So many rows are not split.
inline constexpr Extent least_split = 12;

// B := L^-1 B, of k x n; the diagonal of L is 1. O(k^2 n).
template <Scalar T>
void solve_from_left(Extent k, Extent n, const T* l, Extent ldl, T* b, Extent ldb) {
  if (k <= least_split) return blas::trsm('L', 'L', 'N', 'U', k, n, T(1), l, ldl, b, ldb);
  const Extent upper = solve_split(k), lower = k - upper;
  solve_from_left(upper, n, l, ldl, b, ldb);
  blas::gemm('N', 'N', lower, n, upper, T(-1), l + upper, ldl, b, ldb, T(1), b + upper, ldb);
  solve_from_left(lower, n, l + upper * (ldl + 1), ldl, b + upper, ldb);
}

// B := B L^-H, of m x k. O(m k^2).
template <Scalar T>
void solve_from_right(Extent m, Extent k, const T* l, Extent ldl, T* b, Extent ldb) {
  if (k <= least_split) return blas::trsm('R', 'L', 'C', 'N', m, k, T(1), l, ldl, b, ldb);
  const Extent left = solve_split(k), right = k - left;
  solve_from_right(m, left, l, ldl, b, ldb);
  blas::gemm('N', 'C', m, right, left, T(-1), b, ldb, l + left, ldl, T(1), b + left * ldb, ldb);
  solve_from_right(m, right, l + left * (ldl + 1), ldl, b + left * ldb, ldb);
}

}  // namespace het
