/* hetscalapack: ScaLAPACK routines balanced over processors of unequal speed.
 *
 * Programs that only want the drop-in need no header: link -lhetscalapack before ScaLAPACK, or preload the
 * library. This header is for programs that choose per call (the het_ names) or want to see what a call did.
 * Fortran programs use the module in hetscalapack_f.f90, or declare the het_ names EXTERNAL; their arguments are those
 * of the ScaLAPACK routine. */
#ifndef HETSCALAPACK_H
#define HETSCALAPACK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* het_p?gemm_: C := alpha op(A) op(B) + beta C, the arguments, scopes and errors of ScaLAPACK's P?GEMM.
 * The same as the drop-in's p?gemm_; exists so that a program can call ScaLAPACK's own p?gemm_ beside it. */
void het_psgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                 const float* alpha, const float* a, const int* ia, const int* ja, const int* desca,
                 const float* b, const int* ib, const int* jb, const int* descb, const float* beta, float* c,
                 const int* ic, const int* jc, const int* descc);
void het_pdgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                 const double* alpha, const double* a, const int* ia, const int* ja, const int* desca,
                 const double* b, const int* ib, const int* jb, const int* descb, const double* beta,
                 double* c, const int* ic, const int* jc, const int* descc);
/* Complex arguments are pairs of reals (float _Complex, double _Complex, COMPLEX, COMPLEX*16, std::complex).
 */
void het_pcgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                 const void* alpha, const void* a, const int* ia, const int* ja, const int* desca,
                 const void* b, const int* ib, const int* jb, const int* descb, const void* beta, void* c,
                 const int* ic, const int* jc, const int* descc);
void het_pzgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                 const void* alpha, const void* a, const int* ia, const int* ja, const int* desca,
                 const void* b, const int* ib, const int* jb, const int* descb, const void* beta, void* c,
                 const int* ic, const int* jc, const int* descc);

/* het_p?getrf_, het_p?geqrf_, het_p?potrf_: LU with partial pivoting, QR and Cholesky factorization of sub(A); the
 * arguments, scopes, results (IPIV, TAU, INFO, WORK(1)) and errors of ScaLAPACK's routines. UPLO is one character; a
 * hidden length behind the arguments is not read. */
void het_psgetrf_(const int* m, const int* n, float* a, const int* ia, const int* ja, const int* desca,
                  int* ipiv, int* info);
void het_psgeqrf_(const int* m, const int* n, float* a, const int* ia, const int* ja, const int* desca,
                  float* tau, float* work, const int* lwork, int* info);
void het_pspotrf_(const char* uplo, const int* n, float* a, const int* ia, const int* ja, const int* desca,
                  int* info);
void het_pdgetrf_(const int* m, const int* n, double* a, const int* ia, const int* ja, const int* desca,
                  int* ipiv, int* info);
void het_pdgeqrf_(const int* m, const int* n, double* a, const int* ia, const int* ja, const int* desca,
                  double* tau, double* work, const int* lwork, int* info);
void het_pdpotrf_(const char* uplo, const int* n, double* a, const int* ia, const int* ja, const int* desca,
                  int* info);
void het_pcgetrf_(const int* m, const int* n, void* a, const int* ia, const int* ja, const int* desca,
                  int* ipiv, int* info);
void het_pcgeqrf_(const int* m, const int* n, void* a, const int* ia, const int* ja, const int* desca,
                  void* tau, void* work, const int* lwork, int* info);
void het_pcpotrf_(const char* uplo, const int* n, void* a, const int* ia, const int* ja, const int* desca,
                  int* info);
void het_pzgetrf_(const int* m, const int* n, void* a, const int* ia, const int* ja, const int* desca,
                  int* ipiv, int* info);
void het_pzgeqrf_(const int* m, const int* n, void* a, const int* ia, const int* ja, const int* desca,
                  void* tau, void* work, const int* lwork, int* info);
void het_pzpotrf_(const char* uplo, const int* n, void* a, const int* ia, const int* ja, const int* desca,
                  int* info);

/* het_p?gemr2d_: B(ib : ib+m-1, jb : jb+n-1) := A(ia : ia+m-1, ja : ja+n-1) between any two block-cyclic
 * layouts and grids within the processes of `context`; the arguments, scopes and errors of ScaLAPACK's
 * P?GEMR2D. Taken at any size, also in mode auto: it needs no plan. */
void het_psgemr2d_(const int* m, const int* n, const float* a, const int* ia, const int* ja, const int* desca,
                   float* b, const int* ib, const int* jb, const int* descb, const int* context);
void het_pdgemr2d_(const int* m, const int* n, const double* a, const int* ia, const int* ja,
                   const int* desca, double* b, const int* ib, const int* jb, const int* descb,
                   const int* context);
void het_pcgemr2d_(const int* m, const int* n, const void* a, const int* ia, const int* ja, const int* desca,
                   void* b, const int* ib, const int* jb, const int* descb, const int* context);
void het_pzgemr2d_(const int* m, const int* n, const void* a, const int* ia, const int* ja, const int* desca,
                   void* b, const int* ib, const int* jb, const int* descb, const int* context);

/* What the latest outermost call of this process did. Of a call that was forwarded for nothing but its size, or
 * because all are (HETSCALAPACK_MODE=never), no seconds are known, unless this process writes a report or tells of calls.
 * bound: a work rate is the updates per unit of time, 1 / cycle-time for one processor. That of the layouts to choose
 * from, the sum of all speeds or, with HETSCALAPACK_GRID, what the best plan there reaches, is divided by that of equal
 * shares, processors / largest cycle-time.
 * For programs in binary form: members keep their places and meanings. One that is added goes to the end, and then a
 * function of another name fills the longer struct, because a program compiled before has no room for it. A version of
 * the library's file name would be no guard: a preloaded library is not asked for its version. */
typedef struct hetscalapack_call {
  char routine[16];    /* "pdgemm" */
  int taken;           /* 1: computed by this library; 0: forwarded to ScaLAPACK */
  char reason[128];    /* why taken or forwarded, in words */
  int64_t m, n, k;     /* global sizes */
  int nprow, npcol;    /* grid that computed (the caller's own when in_place) */
  int in_place;        /* 1: on the caller's own layout, nothing moved */
  double plan;         /* seconds of this process: deciding and planning, measuring included */
  double move_in;      /* ... moving operands before the computation; 0: products read them where they are */
  double compute;      /* ... computing, with the panels that travel meanwhile */
  double move_out;     /* ... bringing the result back */
  double busy;         /* ... inside the local computations alone */
  double panel;        /* ... factoring panels, waiting for the process column included; 0 for a product */
  double broadcast;    /* ... waiting for panels to arrive, of a product also to leave */
  double exchange;     /* ... row interchanges, sums and transposes along process columns, waiting included */
  double update;       /* ... local computing outside panels */
  double total;        /* ... of the whole call, forwarded or taken; 0 of calls that are not timed (above) */
  double predicted;    /* predicted total of the chosen way, 0 when it was forwarded */
  double bound;        /* best speedup by balancing, see above; 0 when it was forwarded */
  int64_t bytes_moved; /* sent by this process to others */
  int64_t bytes_allocated; /* peak that the call allocated on this process */
} hetscalapack_call;

/* Copies the record of the latest outermost call of this process; all zero before the first. Local, no
 * communication; cannot fail, lets no C++ exception out, and does nothing where call is NULL. */
void hetscalapack_last_call(hetscalapack_call* call);

#ifdef __cplusplus
}
#endif
#endif
