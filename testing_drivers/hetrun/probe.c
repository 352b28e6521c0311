/* hetrun-probe: how fast each rank really computes while all compute at once.
 * Every rank multiplies small matrices for the given number of seconds; rank 0 prints "rank Gflop/s" lines. Not for users:
 * what hetrun would not give it is refused.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

extern void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                   const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
                   const double* beta, double* c, const int* ldc);

static double gflops_over(double seconds, int n, const double* a, const double* b, double* c) {
  const double one = 1, zero = 0;
  long products = 0;
  double start = MPI_Wtime(), now = start;
  while (now - start < seconds) {
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
    ++products;
    now = MPI_Wtime();
  }
  return 2e-9 * n * n * n * (double)products / (now - start);
}

/* The one argument; 0 where there is none above 0. */
static double seconds_of(int argc, char** argv) {
  char* end = NULL;
  const double seconds = argc == 2 ? strtod(argv[1], &end) : 0;
  return end && end != argv[1] && *end == '\0' && seconds > 0 && seconds <= 3600 ? seconds : 0;
}

int main(int argc, char** argv) {
  enum { n = 192 };
  int rank, ranks;
  const double seconds = seconds_of(argc, argv);
  if (seconds == 0) {
    fprintf(
        stderr,
        "hetrun-probe: measures the speed of ranks for hetrun, which starts it with the seconds to take\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n), *c = malloc(sizeof *c * n * n);
  double* all = malloc(sizeof *all * (size_t)ranks);
  if (!a || !b || !c || !all) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < n * n; ++i) a[i] = b[i] = 1.0 / (i + 1);
  gflops_over(seconds / 10, n, a, b, c); /* warms up */
  MPI_Barrier(MPI_COMM_WORLD);
  double mine = gflops_over(seconds, n, a, b, c);
  MPI_Gather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < ranks; ++r) printf("%d %.17g\n", r, all[r]);
  free(a), free(b), free(c), free(all);
  MPI_Finalize();
  return 0;
}
