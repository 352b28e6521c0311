/* C = A * B with ScaLAPACK: fills two N x N matrices, multiplies them with PDGEMM, checks the product, prints
 * one line.
 *
 *   mpirun -np 4 example_matmul_c [N [NB [NPROW NPCOL]]]        default 1000 64, grid as square as possible
 *
 * Exit code 0 when the product is right, 1 when not, 2 for bad arguments. */
#include <float.h>

#include "testing_drivers/examples/distributed.h"

extern void pdgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
                    const double*, const int*, const int*, const int*, const double*, const int*, const int*,
                    const int*, const double*, double*, const int*, const int*, const int*);

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

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int n = 0, nb = 0;
  grid g;
  if (!start_grid(argc, argv, &n, &nb, &g)) {
    MPI_Finalize();
    return 2;
  }
  matrix a = new_matrix(&g, n, n, nb), b = new_matrix(&g, n, n, nb), c = new_matrix(&g, n, n, nb);
  fill(&a, &g, nb, 1);
  fill(&b, &g, nb, 2);

  const double alpha = 1.0, beta = 0.0, start = start_clock();
  pdgemm_("N", "N", &n, &n, &n, &alpha, a.data, &one, &one, a.desc, b.data, &one, &one, b.desc, &beta, c.data,
          &one, &one, c.desc);
  const double seconds = stop_clock(start);

  const double r = residual(&g, nb, &a, &b, &c);
  const int passed = r <= 10.0; /* false for NaN */
  if (g.me == 0)
    printf("pdgemm n=%d nb=%d grid=%dx%d seconds=%.4f gflops=%.2f residual=%.2e %s\n", n, nb, g.nprow,
           g.npcol, seconds, 2.0 * n * n * n / seconds * 1e-9, r, passed ? "PASSED" : "FAILED");
  free(a.data);
  free(b.data);
  free(c.data);
  end_grid(&g);
  MPI_Finalize();
  return passed ? 0 : 1;
}
