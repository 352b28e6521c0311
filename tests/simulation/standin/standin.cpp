// Stands in for an archive of ScaLAPACK built for SMPI, where none is at hand: the names that xhetsim calls, on a
// BLACS of its own. It computes nothing of use. Each process does one operation of BLAS, of a size that is known, on
// a part of its own of A; so the tests can tell that the names were kept apart from the library's, that the BLAS was
// charged and that processes of this grid met.
#include <mpi.h>

#include <complex>

extern "C" {
MPI_Comm standin_comm = MPI_COMM_NULL;
int standin_rows = 0, standin_cols = 0;

void blacs_get_(const int*, const int*, int* value) { *value = 0; }
void blacs_gridmap_(int* context, const int* map, const int* ldmap, const int* rows, const int* cols) {
  int me = 0, place = MPI_UNDEFINED;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  for (int row = 0; row < *rows; ++row)
    for (int col = 0; col < *cols; ++col)
      if (map[row + col * *ldmap] == me) place = row * *cols + col;
  MPI_Comm_split(MPI_COMM_WORLD, place == MPI_UNDEFINED ? MPI_UNDEFINED : 0, place, &standin_comm);
  standin_rows = *rows;
  standin_cols = *cols;
  // No number that a context of the library has.
  *context = place == MPI_UNDEFINED ? -1 : 77;
}
void blacs_gridexit_(const int*) { MPI_Comm_free(&standin_comm); }

// Only what they are called with is told.
#define HET_BLAS(L, T)                                                                                     \
  void L##gemm_(const char*, const char*, const int* m, const int* n, const int* k, const T*, const T* a,  \
                const int* lda, const T* b, const int* ldb, const T*, T* c, const int* ldc);               \
  void L##trsm_(const char*, const char*, const char*, const char*, const int* m, const int* n, const T*,  \
                const T* a, const int* lda, T* b, const int* ldb);                                         \
  void L##gemv_(const char*, const int* m, const int* n, const T*, const T* a, const int* lda, const T* x, \
                const int*, const T*, T* y, const int*);                                                   \
  void L##swap_(const int* n, T* x, const int*, T* y, const int*);
HET_BLAS(s, float)
HET_BLAS(d, double)
HET_BLAS(c, std::complex<float>)
HET_BLAS(z, std::complex<double>)

// What comes of it: 0, or a context that is not its own.
static int met(const int* desc) {
  int mine = desc[1] == 77 ? 0 : 1, all = 1;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, standin_comm);
  return all;
}

#define HET_ROUTINES(L, T)                                                                                   \
  void p##L##gemm_(const char*, const char*, const int* m, const int* n, const int* k, const T* alpha,       \
                   const T* a, const int*, const int*, const int* desca, const T* b, const int*, const int*, \
                   const int* descb, const T* beta, T* c, const int*, const int*, const int* descc) {        \
    const int rows = *m / standin_rows, cols = *n / standin_cols, depth = rows < cols ? rows : cols;         \
    for (int done = 0; depth > 0 && done < *k; done += depth)                                                \
      L##gemm_("N", "N", &rows, &cols, &depth, alpha, a, desca + 8, b, descb + 8, beta, c, descc + 8);       \
    met(desca);                                                                                              \
  }                                                                                                          \
  void p##L##getrf_(const int* m, const int* n, T* a, const int*, const int*, const int* desc, int*,         \
                    int* info) {                                                                             \
    const int rows = *m / standin_rows, cols = *n / standin_cols, half = (rows < cols ? rows : cols) / 2;    \
    const T alpha = 1;                                                                                       \
    L##trsm_("L", "L", "N", "U", &half, &half, &alpha, a, desc + 8, a + half * (desc[8] + 1), desc + 8);     \
    *info = met(desc);                                                                                       \
  }                                                                                                          \
  void p##L##geqrf_(const int* m, const int* n, T* a, const int*, const int*, const int* desc, T*, T*,       \
                    const int*, int* info) {                                                                 \
    const int rows = *m / standin_rows, cols = *n / standin_cols, less = cols - 2, one = 1;                  \
    const T alpha = 1;                                                                                       \
    L##gemv_("N", &rows, &less, &alpha, a + 2 * desc[8], desc + 8, a, &one, &alpha, a + desc[8], &one);      \
    *info = met(desc);                                                                                       \
  }                                                                                                          \
  void p##L##potrf_(const char*, const int* n, T* a, const int*, const int*, const int* desc, int* info) {   \
    const int rows = *n / standin_rows, one = 1;                                                             \
    L##swap_(&rows, a, &one, a + desc[8], &one);                                                             \
    *info = met(desc);                                                                                       \
  }
HET_ROUTINES(s, float)
HET_ROUTINES(d, double)
HET_ROUTINES(c, std::complex<float>)
HET_ROUTINES(z, std::complex<double>)
}
