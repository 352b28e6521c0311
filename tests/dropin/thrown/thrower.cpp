// Preloaded into a program: what HET_THROW names throws a number, which is no std::exception, on the process HET_THROW_RANK.
//   MPI_Igather   in the meeting, before anything of the call was written
//   dgemm_        in the computation
//   open          of HETSCALAPACK_REPORT, when the call has its result
#include <dlfcn.h>
#include <mpi.h>

#include <cstdarg>
#include <cstdlib>
#include <string>

namespace {

void perhaps_throw(const char* function) {
  const char* const wanted = std::getenv("HET_THROW");
  const char* const where = std::getenv("HET_THROW_RANK");
  if (wanted == nullptr || where == nullptr || std::string(wanted) != function) return;
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == std::atoi(where)) throw 7;
}

template <class Function>
Function* next(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

#define HET_EXPORT extern "C" __attribute__((visibility("default")))

HET_EXPORT int MPI_Igather(const void* from, int count, MPI_Datatype type, void* to, int its_count,
                           MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request) {
  perhaps_throw("MPI_Igather");
  return next("MPI_Igather", MPI_Igather)(from, count, type, to, its_count, its_type, root, comm, request);
}

HET_EXPORT int open(const char* path, int flags, ...);
int open(const char* path, int flags, ...) {
  const char* const report = std::getenv("HETSCALAPACK_REPORT");
  if (report != nullptr && std::string(report) == path) perhaps_throw("open");
  va_list more;
  va_start(more, flags);
  const unsigned mode = va_arg(more, unsigned);
  va_end(more);
  return next("open", open)(path, flags, mode);
}

HET_EXPORT void dgemm_(const char* ta, const char* tb, const int* m, const int* n, const int* k,
                       const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
                       const double* beta, double* c, const int* ldc);
void dgemm_(const char* ta, const char* tb, const int* m, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* b, const int* ldb, const double* beta, double* c,
            const int* ldc) {
  perhaps_throw("dgemm_");
  next("dgemm_", dgemm_)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
