// The BLAS with its operations charged to the virtual clock, for archives of others that call it by name: what they
// call as dgemm_ is made het_charged_dgemm_ in their symbol tables. Rates are those of blas.cpp; a dry run skips the
// same functions, those of matrices with matrices.
#include <algorithm>
#include <cstddef>

#include "src/base/precision.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

using Size = const int*;
using Character = const char*;

bool is_left(Character side) { return *side == 'L' || *side == 'l'; }

// Each of these is true when the call is to be done.
template <Scalar T>
bool triangular(Character side, Size m, Size n) {
  charge::level3(blas::triangular_flops<T>(is_left(side) ? 'L' : 'R', *m, *n), std::min(*m, *n));
  return !charge::dry();
}

// Of an m x n matrix C := ... + beta C.
template <Scalar T, class Beta>
bool product(double flops, Extent least, Size m, Size n, const Beta* beta, T* c, Size ldc) {
  charge::level3(flops, least);
  if (charge::dry()) charge::product_undone(*beta, *m, *n, c, *ldc);
  return !charge::dry();
}
template <Scalar T>
bool general(Size m, Size n, Size k, const T* beta, T* c, Size ldc) {
  return product(blas::flops<T>(*m, *n, *k), std::min({*m, *n, *k}), m, n, beta, c, ldc);
}
template <Scalar T>
bool symmetric(Character side, Size m, Size n, const T* beta, T* c, Size ldc) {
  return general(m, n, is_left(side) ? m : n, beta, c, ldc);
}
// `products` of n x k by k x n matrices, one triangle each.
template <Scalar T, class Beta>
bool rank_k(int products, Size n, Size k, const Beta* beta, T* c, Size ldc) {
  return product(products * blas::flops<T>(*n, *n + 1.0, *k) / 2, std::min(*n, *k), n, n, beta, c, ldc);
}

// m n multiplications, in memory's order.
template <Scalar T>
void vectors(double m, double n = 1) {
  charge::level2(blas::flops<T>(m, n));
}

// How a function of BLAS returns a complex number.
template <class R>
struct Pair {
  R re, im;
};
template struct Pair<float>;
template struct Pair<double>;

}  // namespace
}  // namespace het

// CHARACTER arguments have hidden lengths behind all others, which callers in C leave out: they are not read, and 1 is
// passed on.
#define HET_LENGTHS_0
#define HET_LENGTHS_1 , std::size_t
#define HET_LENGTHS_2 HET_LENGTHS_1 HET_LENGTHS_1
#define HET_LENGTHS_3 HET_LENGTHS_2 HET_LENGTHS_1
#define HET_LENGTHS_4 HET_LENGTHS_2 HET_LENGTHS_2
#define HET_ONES_0
#define HET_ONES_1 , 1
#define HET_ONES_2 HET_ONES_1 HET_ONES_1
#define HET_ONES_3 HET_ONES_2 HET_ONES_1
#define HET_ONES_4 HET_ONES_2 HET_ONES_2
#define HET_LIST(...) __VA_ARGS__

// RESULT NAME(PARAMETERS), of which CHARACTERS are CHARACTER: WORK, then what it does.
#define HET_CHARGED(RESULT, NAME, CHARACTERS, PARAMETERS, ARGUMENTS, WORK) \
  RESULT NAME(HET_LIST PARAMETERS HET_LENGTHS_##CHARACTERS);               \
  RESULT het_charged_##NAME(HET_LIST PARAMETERS) {                         \
    WORK;                                                                  \
    return NAME(HET_LIST ARGUMENTS HET_ONES_##CHARACTERS);                 \
  }
// The same, done when WORK says so.
#define HET_CHARGED_IF(NAME, CHARACTERS, PARAMETERS, ARGUMENTS, WORK) \
  HET_CHARGED(void, NAME, CHARACTERS, PARAMETERS, ARGUMENTS, if (!WORK) return )

// Matrices with matrices.
#define HET_GEMM(L, T)                                                                                      \
  HET_CHARGED_IF(L##gemm_, 2,                                                                               \
                 (Character ta, Character tb, Size m, Size n, Size k, const T* alpha, const T* a, Size lda, \
                  const T* b, Size ldb, const T* beta, T* c, Size ldc),                                     \
                 (ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc), general(m, n, k, beta, c, ldc))
#define HET_SYMM(NAME, T)                                                                               \
  HET_CHARGED_IF(NAME, 2,                                                                               \
                 (Character side, Character uplo, Size m, Size n, const T* alpha, const T* a, Size lda, \
                  const T* b, Size ldb, const T* beta, T* c, Size ldc),                                 \
                 (side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc),                               \
                 symmetric(side, m, n, beta, c, ldc))
#define HET_SYRK(NAME, T, R)                                                                             \
  HET_CHARGED_IF(NAME, 2,                                                                                \
                 (Character uplo, Character trans, Size n, Size k, const R* alpha, const T* a, Size lda, \
                  const R* beta, T* c, Size ldc),                                                        \
                 (uplo, trans, n, k, alpha, a, lda, beta, c, ldc), rank_k(1, n, k, beta, c, ldc))
#define HET_SYR2K(NAME, T, R)                                                                            \
  HET_CHARGED_IF(NAME, 2,                                                                                \
                 (Character uplo, Character trans, Size n, Size k, const T* alpha, const T* a, Size lda, \
                  const T* b, Size ldb, const R* beta, T* c, Size ldc),                                  \
                 (uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc), rank_k(2, n, k, beta, c, ldc))
#define HET_TRXM(NAME, T)                                                                          \
  HET_CHARGED_IF(NAME, 4,                                                                          \
                 (Character side, Character uplo, Character trans, Character diag, Size m, Size n, \
                  const T* alpha, const T* a, Size lda, T* b, Size ldb),                           \
                 (side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb), triangular<T>(side, m, n))

// Matrices with vectors.
#define HET_GEMV(L, T)                                                                                       \
  HET_CHARGED(void, L##gemv_, 1,                                                                             \
              (Character trans, Size m, Size n, const T* alpha, const T* a, Size lda, const T* x, Size incx, \
               const T* beta, T* y, Size incy),                                                              \
              (trans, m, n, alpha, a, lda, x, incx, beta, y, incy), vectors<T>(*m, *n))
#define HET_SYMV(NAME, T)                                                                           \
  HET_CHARGED(void, NAME, 1,                                                                        \
              (Character uplo, Size n, const T* alpha, const T* a, Size lda, const T* x, Size incx, \
               const T* beta, T* y, Size incy),                                                     \
              (uplo, n, alpha, a, lda, x, incx, beta, y, incy), vectors<T>(*n, *n))
#define HET_TRXV(NAME, T)                                                                               \
  HET_CHARGED(                                                                                          \
      void, NAME, 3,                                                                                    \
      (Character uplo, Character trans, Character diag, Size n, const T* a, Size lda, T* x, Size incx), \
      (uplo, trans, diag, n, a, lda, x, incx), vectors<T>(*n, *n / 2.0))
#define HET_GER(NAME, T)                                                                              \
  HET_CHARGED(                                                                                        \
      void, NAME, 0,                                                                                  \
      (Size m, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* a, Size lda), \
      (m, n, alpha, x, incx, y, incy, a, lda), vectors<T>(*m, *n))
#define HET_SYR(NAME, T, R)                                                                    \
  HET_CHARGED(void, NAME, 1,                                                                   \
              (Character uplo, Size n, const R* alpha, const T* x, Size incx, T* a, Size lda), \
              (uplo, n, alpha, x, incx, a, lda), vectors<T>(*n, *n / 2.0))
#define HET_SYR2(NAME, T)                                                                                  \
  HET_CHARGED(void, NAME, 1,                                                                               \
              (Character uplo, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* a, \
               Size lda),                                                                                  \
              (uplo, n, alpha, x, incx, y, incy, a, lda), vectors<T>(*n, *n))

// Vectors. RL: the letters of a result that is real.
#define HET_SCAL(NAME, T, A)                                                                 \
  HET_CHARGED(void, NAME, 0, (Size n, const A* alpha, T* x, Size incx), (n, alpha, x, incx), \
              vectors<T>(*n / 2.0))
#define HET_DOT(RESULT, NAME, T)                                                       \
  HET_CHARGED(RESULT, NAME, 0, (Size n, const T* x, Size incx, const T* y, Size incy), \
              (n, x, incx, y, incy), vectors<T>(*n))
#define HET_SUM(RESULT, NAME, T) \
  HET_CHARGED(RESULT, NAME, 0, (Size n, const T* x, Size incx), (n, x, incx), vectors<T>(*n))
#define HET_VECTORS(L, RL, T, R)                                                                          \
  HET_CHARGED(void, L##axpy_, 0, (Size n, const T* alpha, const T* x, Size incx, T* y, Size incy),        \
              (n, alpha, x, incx, y, incy), vectors<T>(*n))                                               \
  HET_CHARGED(void, L##copy_, 0, (Size n, const T* x, Size incx, T* y, Size incy), (n, x, incx, y, incy), \
              charge::copy(*n* Extent{sizeof(T)}))                                                        \
  HET_CHARGED(void, L##swap_, 0, (Size n, T * x, Size incx, T * y, Size incy), (n, x, incx, y, incy),     \
              charge::copy(2 * *n * Extent{sizeof(T)}))                                                   \
  HET_SCAL(L##scal_, T, T)                                                                                \
  HET_SUM(R, RL##nrm2_, T)                                                                                \
  HET_SUM(R, RL##asum_, T)                                                                                \
  HET_SUM(int, i##L##amax_, T)

// What has one name in each precision, and what has others for complex types.
#define HET_EACH(L, RL, T, R) \
  HET_GEMM(L, T)              \
  HET_SYMM(L##symm_, T)       \
  HET_SYRK(L##syrk_, T, T)    \
  HET_SYR2K(L##syr2k_, T, T)  \
  HET_TRXM(L##trmm_, T)       \
  HET_TRXM(L##trsm_, T)       \
  HET_GEMV(L, T)              \
  HET_TRXV(L##trmv_, T)       \
  HET_TRXV(L##trsv_, T)       \
  HET_VECTORS(L, RL, T, R)
#define HET_REAL(L, T)   \
  HET_EACH(L, L, T, T)   \
  HET_SYMV(L##symv_, T)  \
  HET_GER(L##ger_, T)    \
  HET_SYR(L##syr_, T, T) \
  HET_SYR2(L##syr2_, T)  \
  HET_DOT(T, L##dot_, T)
#define HET_COMPLEX(L, RL, T, R) \
  HET_EACH(L, RL##L, T, R)       \
  HET_SYMM(L##hemm_, T)          \
  HET_SYRK(L##herk_, T, R)       \
  HET_SYR2K(L##her2k_, T, R)     \
  HET_SYMV(L##hemv_, T)          \
  HET_GER(L##geru_, T)           \
  HET_GER(L##gerc_, T)           \
  HET_SYR(L##her_, T, R)         \
  HET_SYR2(L##her2_, T)          \
  HET_SCAL(L##RL##scal_, T, R)   \
  HET_DOT(Pair<R>, L##dotu_, T)  \
  HET_DOT(Pair<R>, L##dotc_, T)

namespace het {
extern "C" {
HET_REAL(s, float)
HET_REAL(d, double)
HET_COMPLEX(c, s, std::complex<float>, float)
HET_COMPLEX(z, d, std::complex<double>, double)
}
}  // namespace het
