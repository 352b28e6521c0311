/* A program that calls P?GESV and nothing else of ScaLAPACK's computing: A x = b, A dominated by its diagonal and b = A 1,
 * so x = 1. Exit 0 when every process agrees within rounding. */
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
void pdgesv_(const int* n, const int* nrhs, double* a, const int* ia, const int* ja, const int* desca,
             int* ipiv, double* b, const int* ib, const int* jb, const int* descb, int* info);

enum { N = 300, NB = 16, P = 2 };

static double entry(int i, int j) { return i == j ? N : 1.0 / (1 + abs(i - j)) + i % 3; }

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
  int desc[9], desc_b[9], info;
  descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &m_local, &info);
  descinit_(desc_b, &n, &one, &nb, &nb, &zero, &zero, &context, &m_local, &info);

  double* a = malloc((size_t)m_local * (size_t)n_local * sizeof *a);
  double* b = malloc((size_t)m_local * sizeof *b);
  int* ipiv = malloc((size_t)(m_local + NB) * sizeof *ipiv);
  for (int i = 0; i < m_local; ++i) {
    const int gi = global_index(i, row);
    for (int j = 0; j < n_local; ++j) a[i + j * m_local] = entry(gi, global_index(j, col));
    b[i] = 0;
    for (int j = 0; j < N; ++j) b[i] += entry(gi, j);
  }
  pdgesv_(&n, &one, a, &one, &one, desc, ipiv, b, &one, &one, desc_b, &info);

  int good = info == 0;
  for (int i = 0; i < m_local && col == 0; ++i) good = good && fabs(b[i] - 1) <= 1e-10;
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (row == 0 && col == 0) printf("solution %s\n", good ? "right" : "wrong");
  free(a);
  free(b);
  free(ipiv);
  Cblacs_gridexit(context);
  MPI_Finalize();
  return !good;
}
