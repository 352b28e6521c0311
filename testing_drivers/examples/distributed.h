/* What the C examples share: a process grid, a matrix on it, products with a vector. */
#ifndef DISTRIBUTED_H
#define DISTRIBUTED_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

extern void Cblacs_pinfo(int*, int*);
extern void Cblacs_get(int, int, int*);
extern void Cblacs_gridinit(int*, const char*, int, int);
extern void Cblacs_gridinfo(int, int*, int*, int*, int*);
extern void Cblacs_gridexit(int);
extern void Cblacs_exit(int);
extern int numroc_(const int* n, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
extern int indxl2g_(const int* l, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
extern void descinit_(int* desc, const int* m, const int* n, const int* mb, const int* nb, const int* irsrc,
                      const int* icsrc, const int* context, const int* lld, int* info);
extern double pdlange_(const char* norm, const int* m, const int* n, const double* a, const int* ia,
                       const int* ja, const int* desca, double* work);
extern void pdgemv_(const char*, const int*, const int*, const double*, const double*, const int*, const int*,
                    const int*, const double*, const int*, const int*, const int*, const int*, const double*,
                    double*, const int*, const int*, const int*, const int*);

static const int zero = 0, one = 1;

typedef struct {
  int rows, cols; /* of the whole matrix */
  int desc[9];
  int local_rows, local_cols, lld;
  double* data;
} matrix;

typedef struct {
  int me, context, nprow, npcol, myrow, mycol;
} grid;

static inline matrix new_matrix(const grid* g, int rows, int cols, int nb) {
  matrix a = {.rows = rows, .cols = cols};
  a.local_rows = numroc_(&rows, &nb, &g->myrow, &zero, &g->nprow);
  a.local_cols = numroc_(&cols, &nb, &g->mycol, &zero, &g->npcol);
  a.lld = a.local_rows > 1 ? a.local_rows : 1;
  int info = 0;
  descinit_(a.desc, &rows, &cols, &nb, &nb, &zero, &zero, &g->context, &a.lld, &info);
  a.data = calloc((size_t)a.lld * (size_t)(a.local_cols > 0 ? a.local_cols : 1), sizeof(double));
  if (info != 0 || a.data == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  return a;
}

/* Entry (i, j) of matrix number `which`, in [-1, 1), the same on each grid. */
static inline double entry(int i, int j, int which) {
  unsigned long long x = 6364136223846793005ULL * (unsigned long long)i +
                         1442695040888963407ULL * (unsigned long long)j +
                         3935559000370003845ULL * (unsigned long long)which;
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15ULL;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 32;
  return (double)(x >> 11) / 4503599627370496.0 - 1.0;
}

static inline void fill(matrix* a, const grid* g, int nb, int which) {
  for (int jl = 1; jl <= a->local_cols; ++jl)
    for (int il = 1; il <= a->local_rows; ++il) {
      const int i = indxl2g_(&il, &nb, &g->myrow, &zero, &g->nprow);
      const int j = indxl2g_(&jl, &nb, &g->mycol, &zero, &g->npcol);
      a->data[(size_t)(il - 1) + (size_t)(jl - 1) * (size_t)a->lld] = entry(i, j, which);
    }
}

/* y := alpha A x + beta y */
static inline void times(double alpha, const matrix* a, const matrix* x, double beta, matrix* y) {
  pdgemv_("N", &a->rows, &a->cols, &alpha, a->data, &one, &one, a->desc, x->data, &one, &one, x->desc, &one,
          &beta, y->data, &one, &one, y->desc, &one);
}

static inline double norm(const char* kind, const matrix* a) {
  double* work = malloc(sizeof(double) * (size_t)(a->local_rows + a->local_cols + 1));
  const double value = pdlange_(kind, &a->rows, &a->cols, a->data, &one, &one, a->desc, work);
  free(work);
  return value;
}

static inline int argument(int argc, char** argv, int at, int otherwise) {
  if (at >= argc) return otherwise;
  char* end = NULL;
  const long value = strtol(argv[at], &end, 10);
  return *end == '\0' && value > 0 && value < 1000000 ? (int)value : -1;
}

/* Takes the arguments [N [NB [NPROW NPCOL]]] and starts the grid; prints the usage and returns 0 when they are wrong. */
static inline int start_grid(int argc, char** argv, int* n, int* nb, grid* g) {
  int processes = 1, side = 1;
  Cblacs_pinfo(&g->me, &processes);
  for (int p = 1; p * p <= processes; ++p)
    if (processes % p == 0) side = p;
  *n = argument(argc, argv, 1, 1000);
  *nb = argument(argc, argv, 2, 64);
  g->nprow = argument(argc, argv, 3, side);
  g->npcol = argument(argc, argv, 4, processes / side);
  if (*n < 0 || *nb < 0 || g->nprow < 0 || g->npcol < 0 || g->nprow * g->npcol != processes) {
    if (g->me == 0)
      fprintf(stderr, "usage: %s [N [NB [NPROW NPCOL]]], NPROW * NPCOL = number of processes\n", argv[0]);
    return 0;
  }
  Cblacs_get(-1, 0, &g->context);
  Cblacs_gridinit(&g->context, "Row", g->nprow, g->npcol);
  Cblacs_gridinfo(g->context, &g->nprow, &g->npcol, &g->myrow, &g->mycol);
  return 1;
}

static inline void end_grid(const grid* g) {
  Cblacs_gridexit(g->context);
  Cblacs_exit(1);
}

/* Seconds from the moment all processes are ready to the moment the last one is done. */
static inline double start_clock(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}
static inline double stop_clock(double start) {
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds;
}

#endif
