#pragma once
// LAPACK's factorizations of a whole matrix on one process: what the parallel ones have to agree with.
#include <algorithm>
#include <vector>

#include "testing_drivers/support/scalapack.hpp"

extern "C" {
#define HET_PROTOTYPES(L, T)                                                                          \
  void L##getrf_(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info);             \
  void L##potrf_(const char* uplo, const int* n, T* a, const int* lda, int* info);                    \
  void L##geqrf_(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* lwork, \
                 int* info);
HET_DRIVER_PRECISIONS(HET_PROTOTYPES)
#undef HET_PROTOTYPES
}

namespace het::testing {

// Column-major, every entry on this process.
template <class T>
struct FullMatrix {
  int m = 0, n = 0;
  std::vector<T> values{};

  template <class Value>
  FullMatrix(int rows, int cols, Value&& value) : m(rows), n(cols) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) values.push_back(value(i, j));
  }
  const T& operator()(int i, int j) const { return values[static_cast<std::size_t>(i + j * m)]; }
};

// Overwrite A with its factors; return INFO, and IPIV (1-based) or TAU beside.
#define HET_OVERLOADS(L, T)                                                               \
  inline int getrf(FullMatrix<T>& a, std::vector<int>& ipiv) {                            \
    int info = 0;                                                                         \
    ipiv.resize(static_cast<std::size_t>(std::min(a.m, a.n)));                            \
    L##getrf_(&a.m, &a.n, a.values.data(), &a.m, ipiv.data(), &info);                     \
    return info;                                                                          \
  }                                                                                       \
  inline int potrf(FullMatrix<T>& a, char uplo) {                                         \
    int info = 0;                                                                         \
    L##potrf_(&uplo, &a.n, a.values.data(), &a.m, &info);                                 \
    return info;                                                                          \
  }                                                                                       \
  inline int geqrf(FullMatrix<T>& a, std::vector<T>& tau) {                               \
    int info = 0, lwork = 64 * std::max(1, a.n);                                          \
    std::vector<T> work(static_cast<std::size_t>(lwork));                                 \
    tau.resize(static_cast<std::size_t>(std::min(a.m, a.n)));                             \
    L##geqrf_(&a.m, &a.n, a.values.data(), &a.m, tau.data(), work.data(), &lwork, &info); \
    return info;                                                                          \
  }
HET_DRIVER_PRECISIONS(HET_OVERLOADS)
#undef HET_OVERLOADS

}  // namespace het::testing
