/* A x = b with ScaLAPACK: factors an N x N matrix with PDGETRF, solves with PDGETRS, checks the solution, prints one line.
 *
 *   mpirun -np 4 example_solve_lu [N [NB [NPROW NPCOL]]]        default 1000 64, grid as square as possible
 *
 * Exit code 0 when the solution is right, 1 when not, 2 for bad arguments. */
#include <float.h>

#include "testing_drivers/examples/distributed.h"

extern void pdgetrf_(const int* m, const int* n, double* a, const int* ia, const int* ja, const int* desca,
                     int* ipiv, int* info);
extern void pdgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* ia,
                     const int* ja, const int* desca, const int* ipiv, double* b, const int* ib,
                     const int* jb, const int* descb, int* info);

/* max |b - A x| / (|A|_inf |x|_max N eps): about 1 or less. A and b are made anew: the factors have taken their place. */
static double residual(const grid* g, int n, int nb, const matrix* x) {
  matrix a = new_matrix(g, n, n, nb), r = new_matrix(g, n, 1, nb);
  fill(&a, g, nb, 1);
  fill(&r, g, nb, 2);
  times(-1.0, &a, x, 1.0, &r);
  const double value = norm("M", &r) / (norm("I", &a) * norm("M", x) * n * DBL_EPSILON / 2);
  free(a.data);
  free(r.data);
  return value;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int n = 0, nb = 0, info = 0;
  grid g;
  if (!start_grid(argc, argv, &n, &nb, &g)) {
    MPI_Finalize();
    return 2;
  }
  matrix a = new_matrix(&g, n, n, nb), x = new_matrix(&g, n, 1, nb);
  int* ipiv = malloc(sizeof(int) * (size_t)(a.local_rows + nb));
  fill(&a, &g, nb, 1);
  fill(&x, &g, nb, 2);

  double start = start_clock();
  pdgetrf_(&n, &n, a.data, &one, &one, a.desc, ipiv, &info);
  const double seconds = stop_clock(start);
  start = start_clock();
  if (info == 0) pdgetrs_("N", &n, &one, a.data, &one, &one, a.desc, ipiv, x.data, &one, &one, x.desc, &info);
  const double solve_seconds = stop_clock(start);

  const double r = residual(&g, n, nb, &x);
  const int passed = info == 0 && r <= 1.0; /* false for NaN */
  if (g.me == 0)
    printf("pdgetrf n=%d nb=%d grid=%dx%d seconds=%.4f solve_seconds=%.4f gflops=%.2f residual=%.2e %s\n", n,
           nb, g.nprow, g.npcol, seconds, solve_seconds, 2.0 / 3.0 * n * n * n / seconds * 1e-9, r,
           passed ? "PASSED" : "FAILED");
  free(a.data);
  free(x.data);
  free(ipiv);
  end_grid(&g);
  MPI_Finalize();
  return passed ? 0 : 1;
}
