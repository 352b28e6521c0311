/* C = A * B with ScaLAPACK: fills two N x N matrices, multiplies them with PDGEMM, checks the product, prints
 * one line.
 *
 *   mpirun -np 4 example_matmul_c [N [NB [NPROW NPCOL]]]        default 1000 64, grid as square as possible
 *
 * Exit code 0 when the product is right, 1 when not, 2 for bad arguments. */
#include <float.h>
#include <math.h>
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
extern void pdgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
                    const double*, const int*, const int*, const int*, const double*, const int*, const int*,
                    const int*, const double*, double*, const int*, const int*, const int*);
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
  int context, nprow, npcol, myrow, mycol;
} grid;

static matrix new_matrix(const grid* g, int rows, int cols, int nb) {
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
static double entry(int i, int j, int which) {
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

static void fill(matrix* a, const grid* g, int nb, int which) {
  for (int jl = 1; jl <= a->local_cols; ++jl)
    for (int il = 1; il <= a->local_rows; ++il) {
      const int i = indxl2g_(&il, &nb, &g->myrow, &zero, &g->nprow);
      const int j = indxl2g_(&jl, &nb, &g->mycol, &zero, &g->npcol);
      a->data[(size_t)(il - 1) + (size_t)(jl - 1) * (size_t)a->lld] = entry(i, j, which);
    }
}

/* y := alpha A x + beta y */
static void times(double alpha, const matrix* a, const matrix* x, double beta, matrix* y) {
  pdgemv_("N", &a->rows, &a->cols, &alpha, a->data, &one, &one, a->desc, x->data, &one, &one, x->desc, &one,
          &beta, y->data, &one, &one, y->desc, &one);
}

static double norm(const char* kind, const matrix* a) {
  double* work = malloc(sizeof(double) * (size_t)(a->local_rows + a->local_cols + 1));
  const double value = pdlange_(kind, &a->rows, &a->cols, a->data, &one, &one, a->desc, work);
  free(work);
  return value;
}

/* max |C x - A (B x)| / (eps |A|_F |B|_F |x|_max): about 1 or less when C = A B up to rounding */
static double residual(const grid* g, int nb, const matrix* a, const matrix* b, const matrix* c) {
  matrix x = new_matrix(g, b->cols, 1, nb), bx = new_matrix(g, b->rows, 1, nb),
         r = new_matrix(g, c->rows, 1, nb);
  fill(&x, g, nb, 3);
  times(1.0, b, &x, 0.0, &bx);
  times(1.0, a, &bx, 0.0, &r);
  times(1.0, c, &x, -1.0, &r);
  const double value = norm("M", &r) / (DBL_EPSILON / 2 * norm("F", a) * norm("F", b) * norm("M", &x));
  free(x.data);
  free(bx.data);
  free(r.data);
  return value;
}

static int argument(int argc, char** argv, int at, int otherwise) {
  if (at >= argc) return otherwise;
  char* end = NULL;
  const long value = strtol(argv[at], &end, 10);
  return *end == '\0' && value > 0 && value < 1000000 ? (int)value : -1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int me = 0, processes = 1, side = 1;
  Cblacs_pinfo(&me, &processes);
  for (int p = 1; p * p <= processes; ++p)
    if (processes % p == 0) side = p;
  const int n = argument(argc, argv, 1, 1000), nb = argument(argc, argv, 2, 64);
  grid g = {.nprow = argument(argc, argv, 3, side), .npcol = argument(argc, argv, 4, processes / side)};
  if (n < 0 || nb < 0 || g.nprow < 0 || g.npcol < 0 || g.nprow * g.npcol != processes) {
    if (me == 0)
      fprintf(stderr, "usage: %s [N [NB [NPROW NPCOL]]], NPROW * NPCOL = number of processes\n", argv[0]);
    MPI_Finalize();
    return 2;
  }
  Cblacs_get(-1, 0, &g.context);
  Cblacs_gridinit(&g.context, "Row", g.nprow, g.npcol);
  Cblacs_gridinfo(g.context, &g.nprow, &g.npcol, &g.myrow, &g.mycol);

  matrix a = new_matrix(&g, n, n, nb), b = new_matrix(&g, n, n, nb), c = new_matrix(&g, n, n, nb);
  fill(&a, &g, nb, 1);
  fill(&b, &g, nb, 2);

  const double alpha = 1.0, beta = 0.0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  pdgemm_("N", "N", &n, &n, &n, &alpha, a.data, &one, &one, a.desc, b.data, &one, &one, b.desc, &beta, c.data,
          &one, &one, c.desc);
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);

  const double r = residual(&g, nb, &a, &b, &c);
  const int passed = r <= 10.0; /* false for NaN */
  if (me == 0)
    printf("pdgemm n=%d nb=%d grid=%dx%d seconds=%.4f gflops=%.2f residual=%.4f %s\n", n, nb, g.nprow,
           g.npcol, seconds, 2.0 * n * n * n / seconds * 1e-9, r, passed ? "PASSED" : "FAILED");
  free(a.data);
  free(b.data);
  free(c.data);
  Cblacs_gridexit(g.context);
  Cblacs_exit(1);
  MPI_Finalize();
  return passed ? 0 : 1;
}
