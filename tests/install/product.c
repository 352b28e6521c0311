/* A ScaLAPACK program as its users write them: C := A B on a 2 x 2 grid, A = x y^T, B = w z^T, so C = (y^T w)
 * x z^T. Exit 0 when every process agrees within rounding. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int cols);
void Cblacs_gridinfo(int context, int* rows, int* cols, int* row, int* col);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* nb, const int* coord, const int* source, const int* count);
void descinit_(int* desc, const int* m, const int* n, const int* mb, const int* nb, const int* rsrc,
               const int* csrc, const int* context, const int* lld, int* info);
void pdgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
             const double* alpha, const double* a, const int* ia, const int* ja, const int* desca,
             const double* b, const int* ib, const int* jb, const int* descb, const double* beta, double* c,
             const int* ic, const int* jc, const int* descc);

enum { N = 300, NB = 16, P = 2 };

static double x(int i) { return 1.0 + i % 7; }
static double y(int i) { return 2.0 - i % 5; }

/* Global index of local index il at grid coordinate coord. */
static int global_index(int il, int coord) { return (il / NB * P + coord) * NB + il % NB; }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int context, rows, cols, row, col;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", P, P);
  Cblacs_gridinfo(context, &rows, &cols, &row, &col);

  const int n = N, nb = NB, p = P, zero = 0, one = 1;
  const int m_local = numroc_(&n, &nb, &row, &zero, &p), n_local = numroc_(&n, &nb, &col, &zero, &p);
  int desc[9], info;
  descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &m_local, &info);

  const size_t size = (size_t)m_local * (size_t)n_local * sizeof(double);
  double *a = malloc(size), *b = malloc(size), *c = malloc(size);
  double dot = 0;
  for (int k = 0; k < N; ++k) dot += y(k) * x(k);
  for (int j = 0; j < n_local; ++j)
    for (int i = 0; i < m_local; ++i) {
      const int gi = global_index(i, row), gj = global_index(j, col);
      a[i + j * m_local] = x(gi) * y(gj);
      b[i + j * m_local] = x(gi) * y(gj);
      c[i + j * m_local] = NAN;
    }
  const double alpha = 1, beta = 0;
  pdgemm_("N", "N", &n, &n, &n, &alpha, a, &one, &one, desc, b, &one, &one, desc, &beta, c, &one, &one, desc);

  double error = 0;
  for (int j = 0; j < n_local; ++j)
    for (int i = 0; i < m_local; ++i) {
      const double wanted = dot * x(global_index(i, row)) * y(global_index(j, col));
      const double difference = fabs(c[i + j * m_local] - wanted);
      if (!(difference <= error)) error = difference; /* keeps a NaN */
    }
  int good = info == 0 && error <= 1e-9;
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (row == 0 && col == 0) printf("product %s\n", good ? "right" : "wrong");
  free(a);
  free(b);
  free(c);
  Cblacs_gridexit(context);
  MPI_Finalize();
  return !good;
}
