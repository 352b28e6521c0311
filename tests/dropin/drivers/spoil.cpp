// Preloaded into a driver: lets each routine compute, then does to its result what HET_SPOIL says.
//   entry   the first entry of the result is one more
//   pad     a value is written behind the last row of the first local column
//   info    INFO is 1
//   copy    the second process row or column has other pivots or reflectors than the first
#include <dlfcn.h>

#include <string>

#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {
namespace {

bool asked_for(const char* fault) {
  const char* value = std::getenv("HET_SPOIL");
  return value != nullptr && std::string(value) == fault;
}

// What the driver would have called.
template <class Function>
Function* next(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <class T>
void spoil_matrix(T* a, const int* desc) {
  int nprow = 0, npcol = 0, pi = -1, pj = -1;
  blacs_gridinfo_(&desc[1], &nprow, &npcol, &pi, &pj);
  if (asked_for("entry") && pi == 0 && pj == 0) a[0] += T(1);
  if (asked_for("pad")) a[desc[8] - 1] = T(0);
}

template <class T, class V>
void spoil_factors(T* a, const int* desc, V* list, int* info) {
  spoil_matrix(a, desc);
  if (asked_for("info")) *info = 1;
  int nprow = 0, npcol = 0, pi = -1, pj = -1;
  blacs_gridinfo_(&desc[1], &nprow, &npcol, &pi, &pj);
  if (list != nullptr && asked_for("copy") && pi == 1 && pj == 1) list[0] += V(1);
}

}  // namespace
}  // namespace het::testing

using het::testing::next;
using het::testing::spoil_factors;

#define HET_EXPORT extern "C" __attribute__((visibility("default")))
#define HET_SPOILED(L, T)                                           \
  HET_EXPORT void het_p##L##gemm_(HET_PGEMM_PARAMETERS(T));         \
  void het_p##L##gemm_(HET_PGEMM_PARAMETERS(T)) {                   \
    next("het_p" #L "gemm_", het_p##L##gemm_)(HET_PGEMM_ARGUMENTS); \
    het::testing::spoil_matrix(c, descc);                           \
  }                                                                 \
  HET_EXPORT void p##L##getrf_(HET_PGETRF_PARAMETERS(T)) {          \
    next("p" #L "getrf_", p##L##getrf_)(HET_PGETRF_ARGUMENTS);      \
    spoil_factors(a, desca, ipiv, info);                            \
  }                                                                 \
  HET_EXPORT void p##L##geqrf_(HET_PGEQRF_PARAMETERS(T)) {          \
    next("p" #L "geqrf_", p##L##geqrf_)(HET_PGEQRF_ARGUMENTS);      \
    if (*lwork != -1) spoil_factors(a, desca, tau, info);           \
  }                                                                 \
  HET_EXPORT void p##L##potrf_(HET_PPOTRF_PARAMETERS(T)) {          \
    next("p" #L "potrf_", p##L##potrf_)(HET_PPOTRF_ARGUMENTS);      \
    spoil_factors(a, desca, static_cast<T*>(nullptr), info);        \
  }
HET_DRIVER_PRECISIONS(HET_SPOILED)
