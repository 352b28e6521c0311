#include "src/kernel/reflector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/kernel/largest.hpp"

namespace het {
namespace {

// The power of two below x, or the nearest one whose inverse is a normal number too.
template <class R>
R power_of_two_near(R x) {
  constexpr R least = std::numeric_limits<R>::min();
  if (!(std::abs(x) <= std::numeric_limits<R>::max())) return 1;
  if (x <= least) return least;
  return std::min(std::scalbn(R(1), std::ilogb(x)), 1 / least);
}

// y := factor x; returns the sum of squares of y.
template <class R>
R scale_and_sum(const R* x, std::size_t n, R factor, R* y) {
  constexpr std::size_t lanes = 16;  // independent accumulators, so that the sum runs in vector registers
  R sums[lanes] = {};
  const auto add = [&](std::size_t lane, std::size_t i) {
    y[i] = factor * x[i];
    sums[lane] += y[i] * y[i];
  };
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) add(lane, i + lane);
  for (; i < n; ++i) add(0, i);
  R sum = 0;
  for (const R part : sums) sum += part;
  return sum;
}

}  // namespace

template <Scalar T>
ColumnPart<T> scaled_copy(std::span<const T> x, T* v) {
  // A complex array is one of twice as many real numbers.
  const auto* from = reinterpret_cast<const Real<T>*>(x.data());
  const std::size_t n = x.size() * sizeof(T) / sizeof(Real<T>);
  const Real<T> scale = power_of_two_near(largest_magnitude(from, static_cast<Extent>(n)));
  return {scale, scale_and_sum(from, n, 1 / scale, reinterpret_cast<Real<T>*>(v))};
}

template <Scalar T>
Reflector<T> make_reflector(T alpha, std::span<const ColumnPart<T>> parts) {
  using R = Real<T>;
  Reflector<T> h;
  R imaginary = 0;
  if constexpr (is_complex<T>) imaginary = alpha.imag();
  const R real = std::real(alpha);
  h.scale = power_of_two_near(std::max(std::abs(real), std::abs(imaginary)));
  h.identity = imaginary == 0;
  for (const auto& part : parts) {
    h.identity = h.identity && part.squares == 0;
    h.scale = std::max(h.scale, part.scale);
  }
  h.beta = alpha;
  if (h.identity) return h;

  const R re = real / h.scale, im = imaginary / h.scale;
  R squares = re * re + im * im;
  for (const auto& part : parts) squares += part.squares * (part.scale / h.scale) * (part.scale / h.scale);
  const R beta = -std::copysign(std::sqrt(squares), re);
  if constexpr (is_complex<T>) {
    h.tau = T((beta - re) / beta, -im / beta);
    h.inverse = T(1) / T(re - beta, im);
  } else {
    h.tau = (beta - re) / beta;
    h.inverse = 1 / (re - beta);
  }
  h.beta = T(beta * h.scale);
  return h;
}

#define HET_INSTANTIATE(LETTER, TYPE)                                             \
  template ColumnPart<TYPE> scaled_copy<TYPE>(std::span<const TYPE> x, TYPE * v); \
  template Reflector<TYPE> make_reflector<TYPE>(TYPE alpha, std::span<const ColumnPart<TYPE>> parts);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
