#pragma once
#include <algorithm>
#include <cmath>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"

namespace het {

// |x|, or |re x| + |im x|: what the BLAS compares.
template <Scalar T>
Real<T> pivot_magnitude(const T& x) {
  if constexpr (is_complex<T>)
    return std::abs(x.real()) + std::abs(x.imag());
  else
    return std::abs(x);
}

template <class R>
struct Largest {
  R magnitude = -1;
  Extent at = -1;  // -1: there is none
};

// The first largest element of x. A NaN is larger than nothing, as in a loop over comparisons.
template <Scalar T>
Largest<Real<T>> largest(const T* x, Extent n) {
  // Several maxima at a time, which do not wait for each other; the place is looked up once in a run that has a new
  // one.
  constexpr Extent run = 256, lanes = 8;
  Largest<Real<T>> best;
  for (Extent begin = 0; begin < n; begin += run) {
    const Extent end = std::min(begin + run, n);
    Real<T> lane[lanes];
    std::fill_n(lane, lanes, Real<T>(-1));
    Extent i = begin;
    for (; i + lanes <= end; i += lanes)
      for (Extent l = 0; l < lanes; ++l) {
        const Real<T> magnitude = pivot_magnitude(x[i + l]);
        lane[l] = magnitude > lane[l] ? magnitude : lane[l];
      }
    for (; i < end; ++i) lane[0] = std::max(lane[0], pivot_magnitude(x[i]));
    const Real<T> most = *std::max_element(lane, lane + lanes);
    if (!(most > best.magnitude)) continue;
    best = {most, begin};
    while (pivot_magnitude(x[best.at]) != most) ++best.at;
  }
  return best;
}

}  // namespace het
