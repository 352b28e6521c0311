#pragma once
#include <span>

#include "src/base/precision.hpp"

namespace het {

// What one rank knows of its part x of a column below the diagonal: a power of two near its largest element, and the
// sum of squares of x / scale, which neither overflows nor underflows whatever x is.
template <Scalar T>
struct ColumnPart {
  Real<T> scale, squares;
};

// v := x / scale, and the part that x is. For x = 0 the scale is the least possible. NaN and infinity are kept.
template <Scalar T>
ColumnPart<T> scaled_copy(std::span<const T> x, T* v);

// H = I - tau (1; v) (1; v)^H with H^H (alpha; x) = (beta; 0) and real beta, with LAPACK's ?larfg's choices:
//   beta = -sign(re alpha) ||(alpha; x)||,  tau = (beta - alpha) / beta,  v = x / (alpha - beta),
// and H = I, tau = 0, when x = 0 and alpha is real. All is computed with alpha and x in units of the largest part's
// scale, so no column is too small or too large and none is done twice.
template <Scalar T>
struct Reflector {
  T tau = T(0), beta = T(0);
  T inverse = T(0);  // scale / (alpha - beta)
  Real<T> scale = 1;

  // Whether H = I follows from zeros alone, never from rounding: the same on unlike processors.
  bool identity = true;

  // v = weight * (x / scale) for the part of a column that has this scale.
  T weight(Real<T> part_scale) const { return inverse * (part_scale / scale); }
};

// The reflector of a column from its diagonal element and all ranks' parts.
template <Scalar T>
Reflector<T> make_reflector(T alpha, std::span<const ColumnPart<T>> parts);

}  // namespace het
