#pragma once
// The one place of the drivers and the drop-in tests that declares foreign symbols: BLACS and ScaLAPACK.
#include <complex>

// X(letter, type) for s, d, c, z.
#define HET_DRIVER_PRECISIONS(X) \
  X(s, float)                    \
  X(d, double)                   \
  X(c, std::complex<float>)      \
  X(z, std::complex<double>)

// C := alpha op(A) op(B) + beta C
#define HET_PGEMM_PARAMETERS(T)                                                                             \
  const char *transa, const char *transb, const int *m, const int *n, const int *k, const T *alpha,         \
      const T *a, const int *ia, const int *ja, const int *desca, const T *b, const int *ib, const int *jb, \
      const int *descb, const T *beta, T *c, const int *ic, const int *jc, const int *descc
// sub(B) := sub(A) in another distribution
#define HET_PGEMR2D_PARAMETERS(T)                                                               \
  const int *m, const int *n, const T *a, const int *ia, const int *ja, const int *desca, T *b, \
      const int *ib, const int *jb, const int *descb, const int *context

extern "C" {
void blacs_pinfo_(int* process, int* processes);
void blacs_get_(const int* context, const int* what, int* value);
void blacs_gridinit_(int* context, const char* order, const int* nprow, const int* npcol);
void blacs_gridmap_(int* context, const int* map, const int* ldmap, const int* nprow, const int* npcol);
void blacs_gridinfo_(const int* context, int* nprow, int* npcol, int* myrow, int* mycol);
void blacs_gridexit_(const int* context);
void blacs_exit_(const int* keep_mpi);

#define HET_PROTOTYPES(L, T)                 \
  void p##L##gemm_(HET_PGEMM_PARAMETERS(T)); \
  void p##L##gemr2d_(HET_PGEMR2D_PARAMETERS(T));
HET_DRIVER_PRECISIONS(HET_PROTOTYPES)
#undef HET_PROTOTYPES
}

namespace het::testing {

// ScaLAPACK's routines under one name, chosen by T.
#define HET_OVERLOADS(L, T)                                                                                  \
  inline void pgemm(HET_PGEMM_PARAMETERS(T)) {                                                               \
    p##L##gemm_(transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic, jc, descc); \
  }                                                                                                          \
  inline void pgemr2d(HET_PGEMR2D_PARAMETERS(T)) {                                                           \
    p##L##gemr2d_(m, n, a, ia, ja, desca, b, ib, jb, descb, context);                                        \
  }
HET_DRIVER_PRECISIONS(HET_OVERLOADS)
#undef HET_OVERLOADS

}  // namespace het::testing
