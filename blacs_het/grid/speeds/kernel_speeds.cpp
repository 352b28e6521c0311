#include "blacs_het/grid/speeds/kernel_speeds.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/quickest_sample.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// Samples of a kind of work, each as long for every kind: what disturbs a process, disturbs all kinds alike.
constexpr int samples = charge::virtual_time ? 1 : 3;
constexpr double seconds_of_sample = charge::virtual_time ? 0 : 0.002;
// Square products with a long and a short inner dimension.
constexpr Extent n = 192, long_k = 192, short_k = 32;
// A part of a panel: too large for the nearest caches.
constexpr Extent panel_rows = 2048, panel_cols = 32;
// Numbers; a thousand simulated processes have them at a time.
constexpr Extent copied = Extent{1} << (charge::virtual_time ? 12 : 18);

template <class Work>
double best_seconds(Work work) {
  return quickest_sample(samples, seconds_of_sample, work);
}

template <class T>
Buffer<T> filled(Extent size) {
  Buffer<T> buffer(size);
  std::fill(buffer.span().begin(), buffer.span().end(), T(0.5));
  return buffer;
}

// Operations per second.
template <Scalar T>
double product_speed(Extent k) {
  const auto a = filled<T>(n * k), b = filled<T>(k * n), c = filled<T>(n * n);
  const double seconds =
      best_seconds([&] { blas::gemm('N', 'N', n, n, k, T(1), a.data(), n, b.data(), k, T(0), c.data(), n); });
  return flops_per_multiply_add<T> * static_cast<double>(n * n * k) / seconds;
}

template <Scalar T>
double vector_speed() {
  const auto a = filled<T>(panel_rows * panel_cols), x = filled<T>(panel_cols), y = filled<T>(panel_rows);
  const double seconds = best_seconds([&] {
    blas::gemv('N', panel_rows, panel_cols, T(1), a.data(), panel_rows, x.data(), 1, T(0), y.data(), 1);
  });
  return flops_per_multiply_add<T> * static_cast<double>(panel_rows * panel_cols) / seconds;
}

double copy_seconds_per_byte() {
  const auto from = filled<double>(copied), to = filled<double>(copied);
  constexpr Extent bytes = copied * Extent{sizeof(double)};
  const double seconds = best_seconds([&] {
    std::copy_n(from.data(), copied, to.data());
    charge::copy(bytes);
  });
  return seconds / static_cast<double>(bytes);
}

}  // namespace

template <Scalar T>
KernelSpeeds measure_kernels() {
  KernelSpeeds kernels;
  const double long_product = product_speed<T>(long_k), short_product = product_speed<T>(short_k);
  // short / long = short_k (long_k + h) / (long_k (short_k + h)), for the inner dimension h of half the speed.
  const double ratio = std::clamp(short_product / long_product, 0.3, 1.0);
  const double h = static_cast<double>(long_k * short_k) * (1 - ratio) /
                   (ratio * static_cast<double>(long_k) - static_cast<double>(short_k));
  kernels.rates.half_speed_k = h;
  const double longest_product = long_product / kernels.rates.product(long_k);
  kernels.rates.vectors = std::clamp(vector_speed<T>() / longest_product, 0.01, 1.0);
  kernels.flops_per_copied_byte = copy_seconds_per_byte() * longest_product;
  return kernels;
}

#define HET_INSTANTIATE(LETTER, TYPE) template KernelSpeeds measure_kernels<TYPE>();
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
