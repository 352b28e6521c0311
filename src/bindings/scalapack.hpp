#pragma once
// The reference's routines: their parameter lists, written once, and how to reach them.
#include "src/base/precision.hpp"

// P?GEMM's parameters, named; for prototypes, shims and forwarding alike.
#define HET_PGEMM_PARAMETERS(T)                                                                             \
  const char *transa, const char *transb, const int *m, const int *n, const int *k, const T *alpha,         \
      const T *a, const int *ia, const int *ja, const int *desca, const T *b, const int *ib, const int *jb, \
      const int *descb, const T *beta, T *c, const int *ic, const int *jc, const int *descc
#define HET_PGEMM_ARGUMENTS \
  transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic, jc, descc

// P?GEMR2D's parameters.
#define HET_PGEMR2D_PARAMETERS(T)                                                               \
  const int *m, const int *n, const T *a, const int *ia, const int *ja, const int *desca, T *b, \
      const int *ib, const int *jb, const int *descb, const int *context
#define HET_PGEMR2D_ARGUMENTS m, n, a, ia, ja, desca, b, ib, jb, descb, context

// The factorizations. A CHARACTER argument has a hidden length behind all others, which callers in C leave out and
// Fortran ones get wrong: it is declared nowhere here, never read, and 1 is passed on.
#define HET_PGETRF_PARAMETERS(T) \
  const int *m, const int *n, T *a, const int *ia, const int *ja, const int *desca, int *ipiv, int *info
#define HET_PGETRF_ARGUMENTS m, n, a, ia, ja, desca, ipiv, info
#define HET_PGEQRF_PARAMETERS(T)                                                                     \
  const int *m, const int *n, T *a, const int *ia, const int *ja, const int *desca, T *tau, T *work, \
      const int *lwork, int *info
#define HET_PGEQRF_ARGUMENTS m, n, a, ia, ja, desca, tau, work, lwork, info
#define HET_PPOTRF_PARAMETERS(T) \
  const char *uplo, const int *n, T *a, const int *ia, const int *ja, const int *desca, int *info
#define HET_PPOTRF_ARGUMENTS uplo, n, a, ia, ja, desca, info

// The drivers that factor. They are exported so that a program that calls nothing else still gets the library from
// the linker; what they call inside is what is taken.
#define HET_PGESV_PARAMETERS(T)                                                                         \
  const int *n, const int *nrhs, T *a, const int *ia, const int *ja, const int *desca, int *ipiv, T *b, \
      const int *ib, const int *jb, const int *descb, int *info
#define HET_PGESV_ARGUMENTS n, nrhs, a, ia, ja, desca, ipiv, b, ib, jb, descb, info
#define HET_PPOSV_PARAMETERS(T)                                                                          \
  const char *uplo, const int *n, const int *nrhs, T *a, const int *ia, const int *ja, const int *desca, \
      T *b, const int *ib, const int *jb, const int *descb, int *info
#define HET_PPOSV_ARGUMENTS uplo, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, info
#define HET_PGELS_PARAMETERS(T)                                                                          \
  const char *trans, const int *m, const int *n, const int *nrhs, T *a, const int *ia, const int *ja,    \
      const int *desca, T *b, const int *ib, const int *jb, const int *descb, T *work, const int *lwork, \
      int *info
#define HET_PGELS_ARGUMENTS trans, m, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, work, lwork, info

namespace het {

template <Scalar T>
using PgetrfFunction = void(HET_PGETRF_PARAMETERS(T));
template <Scalar T>
using PgeqrfFunction = void(HET_PGEQRF_PARAMETERS(T));
template <Scalar T>
using PpotrfFunction = void(HET_PPOTRF_PARAMETERS(T));
template <Scalar T>
using PgesvFunction = void(HET_PGESV_PARAMETERS(T));
template <Scalar T>
using PposvFunction = void(HET_PPOSV_PARAMETERS(T));
template <Scalar T>
using PgelsFunction = void(HET_PGELS_PARAMETERS(T));

template <Scalar T>
using PgemmFunction = void(HET_PGEMM_PARAMETERS(T));
template <Scalar T>
using Pgemr2dFunction = void(HET_PGEMR2D_PARAMETERS(T));

// Entries of an array descriptor, 0-based, for DTYPE 1 (9 entries) and DTYPE 2 (11: a first block of its own
// size).
struct Descriptor {
  int dtype, context, m, n, first_mb, first_nb, mb, nb, rsrc, csrc, lld;
  // False for any other DTYPE; then only dtype is set.
  bool known = false;
  static Descriptor read(const int* desc);
};

inline Descriptor Descriptor::read(const int* d) {
  if (d[0] == 1) return {1, d[1], d[2], d[3], d[4], d[5], d[4], d[5], d[6], d[7], d[8], true};
  if (d[0] == 2) return {2, d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9], d[10], true};
  return {d[0], -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, false};
}

}  // namespace het
