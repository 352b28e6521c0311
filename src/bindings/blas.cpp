#include "src/bindings/blas.hpp"

#include <limits>

#include "src/base/error.hpp"

#define HET_GEMM_PROTOTYPE(LETTER, TYPE)                                                                   \
  extern "C" void LETTER##gemm_(const char*, const char*, const int*, const int*, const int*, const TYPE*, \
                                const TYPE*, const int*, const TYPE*, const int*, const TYPE*, TYPE*,      \
                                const int*, std::size_t, std::size_t);
HET_FOR_EACH_PRECISION(HET_GEMM_PROTOTYPE)
#undef HET_GEMM_PROTOTYPE

namespace het::blas {
namespace {

int narrow(Extent size) {
  require(size <= std::numeric_limits<int>::max(), "local size {} exceeds the BLAS's integers", size);
  return static_cast<int>(size);
}

// One overload per precision, so that the template below knows no letters.
#define HET_GEMM_OVERLOAD(LETTER, TYPE)                                                                    \
  void call_gemm(char ta, char tb, int m, int n, int k, TYPE alpha, const TYPE* a, int lda, const TYPE* b, \
                 int ldb, TYPE beta, TYPE* c, int ldc) {                                                   \
    LETTER##gemm_(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc, 1, 1);                   \
  }
HET_FOR_EACH_PRECISION(HET_GEMM_OVERLOAD)
#undef HET_GEMM_OVERLOAD

}  // namespace

template <Scalar T>
void gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, const T* a, Extent lda,
          const T* b, Extent ldb, T beta, T* c, Extent ldc) {
  call_gemm(trans_a, trans_b, narrow(m), narrow(n), narrow(k), alpha, a, narrow(lda), b, narrow(ldb), beta, c,
            narrow(ldc));
}

#define HET_INSTANTIATE(LETTER, TYPE)                                                                  \
  template void gemm<TYPE>(char, char, Extent, Extent, Extent, TYPE, const TYPE*, Extent, const TYPE*, \
                           Extent, TYPE, TYPE*, Extent);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het::blas
