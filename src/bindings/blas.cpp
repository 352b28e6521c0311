#include "src/bindings/blas.hpp"

#include <algorithm>
#include <limits>

#include "src/base/error.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/work_meter.hpp"

// X(letter, type, ger) for each precision: GERU is GER for real types.
#define HET_FOR_EACH_BLAS(X)        \
  X(s, float, sger_)                \
  X(d, double, dger_)               \
  X(c, std::complex<float>, cgeru_) \
  X(z, std::complex<double>, zgeru_)

#define HET_PROTOTYPES(LETTER, TYPE, GER)                                                                    \
  extern "C" {                                                                                               \
  void LETTER##gemm_(const char*, const char*, const int*, const int*, const int*, const TYPE*, const TYPE*, \
                     const int*, const TYPE*, const int*, const TYPE*, TYPE*, const int*, std::size_t,       \
                     std::size_t);                                                                           \
  void LETTER##trsm_(const char*, const char*, const char*, const char*, const int*, const int*,             \
                     const TYPE*, const TYPE*, const int*, TYPE*, const int*, std::size_t, std::size_t,      \
                     std::size_t, std::size_t);                                                              \
  void LETTER##trmm_(const char*, const char*, const char*, const char*, const int*, const int*,             \
                     const TYPE*, const TYPE*, const int*, TYPE*, const int*, std::size_t, std::size_t,      \
                     std::size_t, std::size_t);                                                              \
  void LETTER##gemv_(const char*, const int*, const int*, const TYPE*, const TYPE*, const int*, const TYPE*, \
                     const int*, const TYPE*, TYPE*, const int*, std::size_t);                               \
  void GER(const int*, const int*, const TYPE*, const TYPE*, const int*, const TYPE*, const int*, TYPE*,     \
           const int*);                                                                                      \
  void LETTER##potrf_(const char*, const int*, TYPE*, const int*, int*, std::size_t);                        \
  }
HET_FOR_EACH_BLAS(HET_PROTOTYPES)
#undef HET_PROTOTYPES

namespace het::blas {
namespace {

int narrow(Extent size) {
  require(size <= std::numeric_limits<int>::max(), "local size {} exceeds the BLAS's integers", size);
  return static_cast<int>(size);
}

// The functions of one precision, so that the templates below know no letters.
template <Scalar T>
struct Foreign;
#define HET_FOREIGN(LETTER, TYPE, GER)            \
  template <>                                     \
  struct Foreign<TYPE> {                          \
    static constexpr auto gemm = LETTER##gemm_;   \
    static constexpr auto trsm = LETTER##trsm_;   \
    static constexpr auto trmm = LETTER##trmm_;   \
    static constexpr auto gemv = LETTER##gemv_;   \
    static constexpr auto ger = GER;              \
    static constexpr auto potrf = LETTER##potrf_; \
  };
HET_FOR_EACH_BLAS(HET_FOREIGN)
#undef HET_FOREIGN
#undef HET_FOR_EACH_BLAS

}  // namespace

template <Scalar T>
void gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, const T* a, Extent lda,
          const T* b, Extent ldb, T beta, T* c, Extent ldc) {
  const int im = narrow(m), in = narrow(n), ik = narrow(k), ia = narrow(lda), ib = narrow(ldb),
            ic = narrow(ldc);
  const WorkMeter::Product metered(flops<T>(m, n, k), k, std::min({m, n, k}));
  charge::level3(flops<T>(m, n, k), std::min({m, n, k}));
  if (charge::dry()) return charge::product_undone(beta, m, n, c, ldc);
  Foreign<T>::gemm(&trans_a, &trans_b, &im, &in, &ik, &alpha, a, &ia, b, &ib, &beta, c, &ic, 1, 1);
}

template <Scalar T>
void trsm(char side, char uplo, char trans, char diag, Extent m, Extent n, T alpha, const T* a, Extent lda,
          T* b, Extent ldb) {
  const int im = narrow(m), in = narrow(n), ia = narrow(lda), ib = narrow(ldb);
  charge::level3(triangular_flops<T>(side, m, n), std::min(m, n));
  if (charge::dry()) return;
  Foreign<T>::trsm(&side, &uplo, &trans, &diag, &im, &in, &alpha, a, &ia, b, &ib, 1, 1, 1, 1);
}

template <Scalar T>
void trmm(char side, char uplo, char trans, char diag, Extent m, Extent n, T alpha, const T* a, Extent lda,
          T* b, Extent ldb) {
  const int im = narrow(m), in = narrow(n), ia = narrow(lda), ib = narrow(ldb);
  charge::level3(triangular_flops<T>(side, m, n), std::min(m, n));
  if (charge::dry()) return;
  Foreign<T>::trmm(&side, &uplo, &trans, &diag, &im, &in, &alpha, a, &ia, b, &ib, 1, 1, 1, 1);
}

template <Scalar T>
void gemv(char trans, Extent m, Extent n, T alpha, const T* a, Extent lda, const T* x, Extent incx, T beta,
          T* y, Extent incy) {
  const int im = narrow(m), in = narrow(n), ia = narrow(lda), ix = narrow(incx), iy = narrow(incy);
  charge::level2(flops<T>(m, n, 1));
  Foreign<T>::gemv(&trans, &im, &in, &alpha, a, &ia, x, &ix, &beta, y, &iy, 1);
}

template <Scalar T>
void ger(Extent m, Extent n, T alpha, const T* x, Extent incx, const T* y, Extent incy, T* a, Extent lda) {
  const int im = narrow(m), in = narrow(n), ix = narrow(incx), iy = narrow(incy), ia = narrow(lda);
  charge::level2(flops<T>(m, n, 1));
  Foreign<T>::ger(&im, &in, &alpha, x, &ix, y, &iy, a, &ia);
}

template <Scalar T>
Extent potrf(char uplo, Extent n, T* a, Extent lda) {
  const int in = narrow(n), ia = narrow(lda);
  int info = 0;
  charge::level3(flops<T>(n, n, n) / 6, n);
  Foreign<T>::potrf(&uplo, &in, a, &ia, &info, 1);
  return info;
}

#define HET_INSTANTIATE(LETTER, TYPE)                                                                     \
  template void gemm<TYPE>(char, char, Extent, Extent, Extent, TYPE, const TYPE*, Extent, const TYPE*,    \
                           Extent, TYPE, TYPE*, Extent);                                                  \
  template void trsm<TYPE>(char, char, char, char, Extent, Extent, TYPE, const TYPE*, Extent, TYPE*,      \
                           Extent);                                                                       \
  template void trmm<TYPE>(char, char, char, char, Extent, Extent, TYPE, const TYPE*, Extent, TYPE*,      \
                           Extent);                                                                       \
  template void gemv<TYPE>(char, Extent, Extent, TYPE, const TYPE*, Extent, const TYPE*, Extent, TYPE,    \
                           TYPE*, Extent);                                                                \
  template void ger<TYPE>(Extent, Extent, TYPE, const TYPE*, Extent, const TYPE*, Extent, TYPE*, Extent); \
  template Extent potrf<TYPE>(char, Extent, TYPE*, Extent);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het::blas
