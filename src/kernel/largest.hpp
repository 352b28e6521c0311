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

// max_i |x_i|, |re| + |im| of complex ones; -1 of none. A NaN is larger than nothing, as in a loop over comparisons. O(n).
template <Scalar T>
Real<T> largest_magnitude(const T* x, Extent n) {
  constexpr Extent lanes = 16;  // maxima that do not wait for each other
  Real<T> most[lanes];
  std::fill_n(most, lanes, Real<T>(-1));
  const auto see = [&](Extent lane, Real<T> magnitude) {
    most[lane] = magnitude > most[lane] ? magnitude : most[lane];
  };
  const Extent whole = n / lanes * lanes;
  for (Extent i = 0; i < whole; i += lanes)
    for (Extent lane = 0; lane < lanes; ++lane) see(lane, pivot_magnitude(x[i + lane]));
  for (Extent i = whole; i < n; ++i) see(0, pivot_magnitude(x[i]));
  return *std::max_element(most, most + lanes);
}

// The first element of that magnitude.
template <Scalar T>
Largest<Real<T>> largest(const T* x, Extent n) {
  constexpr Extent run = 256;  // the place is looked up once in a run that has a new one
  Largest<Real<T>> best;
  for (Extent begin = 0; begin < n; begin += run) {
    const Real<T> most = largest_magnitude(x + begin, std::min(run, n - begin));
    if (!(most > best.magnitude)) continue;
    best = {most, begin};
    while (pivot_magnitude(x[best.at]) != most) ++best.at;
  }
  return best;
}

}  // namespace het
