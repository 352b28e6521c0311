#pragma once
// The local BLAS and LAPACK the library computes with: 64-bit sizes outside, narrowed and checked here. All arrays
// are local, column-major, with their leading dimension. Every function throws Error when a size exceeds the BLAS's
// integers. `trans` is 'N', 'T' or 'C', `uplo` 'U' or 'L', `side` 'L' or 'R', `diag` 'U' or 'N'.
#include "src/base/index.hpp"
#include "src/base/precision.hpp"

namespace het::blas {

// Operations of m n k multiplications with an addition each; and of a product with, or a solution by, a triangle at the
// left ('L') or at the right of an m x n matrix.
template <Scalar T>
double flops(double m, double n, double k = 1) {
  return flops_per_multiply_add<T> * m * n * k;
}
template <Scalar T>
double triangular_flops(char side, double m, double n) {
  return flops<T>(m, n, side == 'L' ? m : n) / 2;
}

// C := alpha op(A) op(B) + beta C; op(A) is m x k, op(B) k x n. With beta = 0, C is not read.
template <Scalar T>
void gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, const T* a, Extent lda,
          const T* b, Extent ldb, T beta, T* c, Extent ldc);

// B := alpha op(A)^-1 B or alpha B op(A)^-1, A triangular, B m x n.
template <Scalar T>
void trsm(char side, char uplo, char trans, char diag, Extent m, Extent n, T alpha, const T* a, Extent lda,
          T* b, Extent ldb);

// B := alpha op(A) B or alpha B op(A), A triangular, B m x n.
template <Scalar T>
void trmm(char side, char uplo, char trans, char diag, Extent m, Extent n, T alpha, const T* a, Extent lda,
          T* b, Extent ldb);

// y := alpha op(A) x + beta y, A m x n.
template <Scalar T>
void gemv(char trans, Extent m, Extent n, T alpha, const T* a, Extent lda, const T* x, Extent incx, T beta,
          T* y, Extent incy);

// A := alpha x y^T + A, A m x n; nothing is conjugated.
template <Scalar T>
void ger(Extent m, Extent n, T alpha, const T* x, Extent incx, const T* y, Extent incy, T* a, Extent lda);

// The Cholesky factor of one triangle of an n x n matrix, in place. Returns 0, or k > 0 when the leading minor of
// order k is not positive definite, with the factorization not completed.
template <Scalar T>
Extent potrf(char uplo, Extent n, T* a, Extent lda);

}  // namespace het::blas
