#pragma once
// The one place of the drivers and the drop-in tests that declares foreign symbols: BLACS and ScaLAPACK.
#include <complex>
#include <cstdlib>
#include <type_traits>

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
#define HET_PGEMM_ARGUMENTS \
  transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic, jc, descc
// sub(B) := sub(A) in another distribution
#define HET_PGEMR2D_PARAMETERS(T)                                                               \
  const int *m, const int *n, const T *a, const int *ia, const int *ja, const int *desca, T *b, \
      const int *ib, const int *jb, const int *descb, const int *context
#define HET_PGEMR2D_ARGUMENTS m, n, a, ia, ja, desca, b, ib, jb, descb, context
// sub(A) = P L U, and sub(B) := op(P L U)^-1 sub(B)
#define HET_PGETRF_PARAMETERS(T) \
  const int *m, const int *n, T *a, const int *ia, const int *ja, const int *desca, int *ipiv, int *info
#define HET_PGETRF_ARGUMENTS m, n, a, ia, ja, desca, ipiv, info
#define HET_PGETRS_PARAMETERS(T)                                                              \
  const char *trans, const int *n, const int *nrhs, const T *a, const int *ia, const int *ja, \
      const int *desca, const int *ipiv, T *b, const int *ib, const int *jb, const int *descb, int *info
#define HET_PGETRS_ARGUMENTS trans, n, nrhs, a, ia, ja, desca, ipiv, b, ib, jb, descb, info
// sub(A) = L L^H or U^H U, and sub(B) := (L L^H)^-1 sub(B)
#define HET_PPOTRF_PARAMETERS(T) \
  const char *uplo, const int *n, T *a, const int *ia, const int *ja, const int *desca, int *info
#define HET_PPOTRF_ARGUMENTS uplo, n, a, ia, ja, desca, info
#define HET_PPOTRS_PARAMETERS(T)                                                             \
  const char *uplo, const int *n, const int *nrhs, const T *a, const int *ia, const int *ja, \
      const int *desca, T *b, const int *ib, const int *jb, const int *descb, int *info
#define HET_PPOTRS_ARGUMENTS uplo, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, info
// sub(A) = Q R; sub(C) := op(Q) sub(C), during which A is written and restored; sub(B) := op(R)^-1 sub(B)
#define HET_PGEQRF_PARAMETERS(T)                                                                     \
  const int *m, const int *n, T *a, const int *ia, const int *ja, const int *desca, T *tau, T *work, \
      const int *lwork, int *info
#define HET_PGEQRF_ARGUMENTS m, n, a, ia, ja, desca, tau, work, lwork, info
#define HET_PORMQR_PARAMETERS(T)                                                                           \
  const char *side, const char *trans, const int *m, const int *n, const int *k, T *a, const int *ia,      \
      const int *ja, const int *desca, const T *tau, T *c, const int *ic, const int *jc, const int *descc, \
      T *work, const int *lwork, int *info
#define HET_PORMQR_ARGUMENTS side, trans, m, n, k, a, ia, ja, desca, tau, c, ic, jc, descc, work, lwork, info
#define HET_PTRTRS_PARAMETERS(T)                                                                            \
  const char *uplo, const char *trans, const char *diag, const int *n, const int *nrhs, const T *a,         \
      const int *ia, const int *ja, const int *desca, T *b, const int *ib, const int *jb, const int *descb, \
      int *info
#define HET_PTRTRS_ARGUMENTS uplo, trans, diag, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, info
// sub(B) := sub(A)^-1 sub(B), factored inside: by LU, Cholesky, QR (least squares)
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
// X := (P L U)^-1, in place of the factors
#define HET_PGETRI_PARAMETERS(T)                                                                \
  const int *n, T *a, const int *ia, const int *ja, const int *desca, const int *ipiv, T *work, \
      const int *lwork, int *iwork, const int *liwork, int *info
#define HET_PGETRI_ARGUMENTS n, a, ia, ja, desca, ipiv, work, lwork, iwork, liwork, info
// sub(A) = Z diag(W) Z^H, sub(A) being overwritten; R is the real type
#define HET_PSYEVD_PARAMETERS(T, R)                                                                       \
  const char *jobz, const char *uplo, const int *n, T *a, const int *ia, const int *ja, const int *desca, \
      R *w, T *z, const int *iz, const int *jz, const int *descz, T *work, const int *lwork
#define HET_PSYEVD_ARGUMENTS jobz, uplo, n, a, ia, ja, desca, w, z, iz, jz, descz, work, lwork
// sub(A) := L^-1 sub(A) L^-H with L in sub(B), for IBTYPE = 1 and the lower triangle
#define HET_PSYGST_PARAMETERS(T, R)                                                                        \
  const int *ibtype, const char *uplo, const int *n, T *a, const int *ia, const int *ja, const int *desca, \
      const T *b, const int *ib, const int *jb, const int *descb, R *scale, int *info
#define HET_PSYGST_ARGUMENTS ibtype, uplo, n, a, ia, ja, desca, b, ib, jb, descb, scale, info

extern "C" {
void blacs_pinfo_(int* process, int* processes);
void blacs_get_(const int* context, const int* what, int* value);
void blacs_gridinit_(int* context, const char* order, const int* nprow, const int* npcol);
void blacs_gridmap_(int* context, const int* map, const int* ldmap, const int* nprow, const int* npcol);
void blacs_gridinfo_(const int* context, int* nprow, int* npcol, int* myrow, int* mycol);
void blacs_gridexit_(const int* context);
void blacs_exit_(const int* keep_mpi);

#define HET_PROTOTYPES(L, T)                     \
  void p##L##gemm_(HET_PGEMM_PARAMETERS(T));     \
  void p##L##gemr2d_(HET_PGEMR2D_PARAMETERS(T)); \
  void p##L##getrf_(HET_PGETRF_PARAMETERS(T));   \
  void p##L##getrs_(HET_PGETRS_PARAMETERS(T));   \
  void p##L##potrf_(HET_PPOTRF_PARAMETERS(T));   \
  void p##L##potrs_(HET_PPOTRS_PARAMETERS(T));   \
  void p##L##geqrf_(HET_PGEQRF_PARAMETERS(T));   \
  void p##L##trtrs_(HET_PTRTRS_PARAMETERS(T));   \
  void p##L##gesv_(HET_PGESV_PARAMETERS(T));     \
  void p##L##posv_(HET_PPOSV_PARAMETERS(T));     \
  void p##L##gels_(HET_PGELS_PARAMETERS(T));     \
  void p##L##getri_(HET_PGETRI_PARAMETERS(T));
HET_DRIVER_PRECISIONS(HET_PROTOTYPES)
#undef HET_PROTOTYPES
void psormqr_(HET_PORMQR_PARAMETERS(float));
void pdormqr_(HET_PORMQR_PARAMETERS(double));
void pcunmqr_(HET_PORMQR_PARAMETERS(std::complex<float>));
void pzunmqr_(HET_PORMQR_PARAMETERS(std::complex<double>));
#define HET_REAL_PROTOTYPES(L, R)                                                           \
  void p##L##syevd_(HET_PSYEVD_PARAMETERS(R, R), int* iwork, const int* liwork, int* info); \
  void p##L##sygst_(HET_PSYGST_PARAMETERS(R, R));
#define HET_COMPLEX_PROTOTYPES(L, R)                                                                    \
  void p##L##heevd_(HET_PSYEVD_PARAMETERS(std::complex<R>, R), R* rwork, const int* lrwork, int* iwork, \
                    const int* liwork, int* info);                                                      \
  void p##L##hegst_(HET_PSYGST_PARAMETERS(std::complex<R>, R));
HET_REAL_PROTOTYPES(s, float)
HET_REAL_PROTOTYPES(d, double)
HET_COMPLEX_PROTOTYPES(c, float)
HET_COMPLEX_PROTOTYPES(z, double)
#undef HET_REAL_PROTOTYPES
#undef HET_COMPLEX_PROTOTYPES
}

namespace het::testing {

// ScaLAPACK's routines under one name, chosen by T. In a program that links the library first, or preloads it, the
// names that the library exports are the library's.
#define HET_OVERLOADS(L, T)                                                                \
  inline void pgemm(HET_PGEMM_PARAMETERS(T)) { p##L##gemm_(HET_PGEMM_ARGUMENTS); }         \
  inline void pgemr2d(HET_PGEMR2D_PARAMETERS(T)) { p##L##gemr2d_(HET_PGEMR2D_ARGUMENTS); } \
  inline void pgetrf(HET_PGETRF_PARAMETERS(T)) { p##L##getrf_(HET_PGETRF_ARGUMENTS); }     \
  inline void pgetrs(HET_PGETRS_PARAMETERS(T)) { p##L##getrs_(HET_PGETRS_ARGUMENTS); }     \
  inline void ppotrf(HET_PPOTRF_PARAMETERS(T)) { p##L##potrf_(HET_PPOTRF_ARGUMENTS); }     \
  inline void ppotrs(HET_PPOTRS_PARAMETERS(T)) { p##L##potrs_(HET_PPOTRS_ARGUMENTS); }     \
  inline void pgeqrf(HET_PGEQRF_PARAMETERS(T)) { p##L##geqrf_(HET_PGEQRF_ARGUMENTS); }     \
  inline void ptrtrs(HET_PTRTRS_PARAMETERS(T)) { p##L##trtrs_(HET_PTRTRS_ARGUMENTS); }     \
  inline void pgesv(HET_PGESV_PARAMETERS(T)) { p##L##gesv_(HET_PGESV_ARGUMENTS); }         \
  inline void pposv(HET_PPOSV_PARAMETERS(T)) { p##L##posv_(HET_PPOSV_ARGUMENTS); }         \
  inline void pgels(HET_PGELS_PARAMETERS(T)) { p##L##gels_(HET_PGELS_ARGUMENTS); }         \
  inline void pgetri(HET_PGETRI_PARAMETERS(T)) { p##L##getri_(HET_PGETRI_ARGUMENTS); }
HET_DRIVER_PRECISIONS(HET_OVERLOADS)
#undef HET_OVERLOADS
inline void pormqr(HET_PORMQR_PARAMETERS(float)) { psormqr_(HET_PORMQR_ARGUMENTS); }
inline void pormqr(HET_PORMQR_PARAMETERS(double)) { pdormqr_(HET_PORMQR_ARGUMENTS); }
inline void pormqr(HET_PORMQR_PARAMETERS(std::complex<float>)) { pcunmqr_(HET_PORMQR_ARGUMENTS); }
inline void pormqr(HET_PORMQR_PARAMETERS(std::complex<double>)) { pzunmqr_(HET_PORMQR_ARGUMENTS); }
// The symmetric or Hermitian ones; a real one leaves RWORK alone.
#define HET_REAL_OVERLOADS(L, R)                                                                 \
  inline void psyevd(HET_PSYEVD_PARAMETERS(R, R), R*, const int*, int* iwork, const int* liwork, \
                     int* info) {                                                                \
    p##L##syevd_(HET_PSYEVD_ARGUMENTS, iwork, liwork, info);                                     \
  }                                                                                              \
  inline void psygst(HET_PSYGST_PARAMETERS(R, R)) { p##L##sygst_(HET_PSYGST_ARGUMENTS); }
#define HET_COMPLEX_OVERLOADS(L, R)                                                                      \
  inline void psyevd(HET_PSYEVD_PARAMETERS(std::complex<R>, R), R* rwork, const int* lrwork, int* iwork, \
                     const int* liwork, int* info) {                                                     \
    p##L##heevd_(HET_PSYEVD_ARGUMENTS, rwork, lrwork, iwork, liwork, info);                              \
  }                                                                                                      \
  inline void psygst(HET_PSYGST_PARAMETERS(std::complex<R>, R)) { p##L##hegst_(HET_PSYGST_ARGUMENTS); }
HET_REAL_OVERLOADS(s, float)
HET_REAL_OVERLOADS(d, double)
HET_COMPLEX_OVERLOADS(c, float)
HET_COMPLEX_OVERLOADS(z, double)
#undef HET_REAL_OVERLOADS
#undef HET_COMPLEX_OVERLOADS

// work(std::type_identity<T>{}) for the T that a letter out of s, d, c, z stands for.
template <class Work>
decltype(auto) with_type(char letter, Work&& work) {
#define HET_CASE(L, T) \
  if (letter == #L[0]) return work(std::type_identity<T>{});
  HET_DRIVER_PRECISIONS(HET_CASE)
#undef HET_CASE
  std::abort();
}

}  // namespace het::testing
