// A C++ program with MPI's header: n I + J (J all ones) has a Cholesky factor with L(1, 1) = sqrt(n + 1).
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int p, int q);
void Cblacs_gridinfo(int context, int* p, int* q, int* row, int* col);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* nb, const int* row, const int* first, const int* p);
void descinit_(int* desc, const int* m, const int* n, const int* mb, const int* nb, const int* row,
               const int* col, const int* context, const int* lld, int* info);
void pdpotrf_(const char* uplo, const int* n, double* a, const int* ia, const int* ja, const int* desca,
              int* info);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = 300, nb = 16, zero = 0, one = 1;
  int context = 0, p = 2, q = 2, row = 0, col = 0, info = 0;
  Cblacs_get(0, 0, &context);
  Cblacs_gridinit(&context, "R", p, q);
  Cblacs_gridinfo(context, &p, &q, &row, &col);
  const int rows = numroc_(&n, &nb, &row, &zero, &p), cols = numroc_(&n, &nb, &col, &zero, &q),
            lld = std::max(rows, 1);
  std::vector<int> desc(9);
  descinit_(desc.data(), &n, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
  std::vector<double> a(static_cast<std::size_t>(lld) * static_cast<std::size_t>(cols), 1.0);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i)
      if ((i / nb * p + row) * nb + i % nb == (j / nb * q + col) * nb + j % nb)
        a[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * static_cast<std::size_t>(lld)] += n;
  pdpotrf_("L", &n, a.data(), &one, &one, desc.data(), &info);
  const bool right = info == 0 && (row > 0 || col > 0 || std::abs(a[0] - std::sqrt(n + 1.0)) < 1e-12 * n);
  if (row == 0 && col == 0) std::puts(right ? "solution right" : "solution wrong");
  Cblacs_gridexit(context);
  MPI_Finalize();
  return right ? 0 : 1;
}
