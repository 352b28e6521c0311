#pragma once
#include <cmath>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"

namespace het {

// A = L L^H, column after column, of the lower triangle of an n x n matrix. A pivot is compared with zero as ScaLAPACK
// compares it, which a NaN passes: what follows it is NaN then, and nothing is wrong. Returns 0, or the number of the first
// pivot that is not positive, at which it ends. For what LAPACK refuses because of a NaN: O(n^3), one element after the other.
template <Scalar T>
Extent cholesky_columns(Extent n, T* a, Extent lda) {
  const auto at = [&](Extent i, Extent j) -> T& { return a[i + j * lda]; };
  for (Extent j = 0; j < n; ++j) {
    Real<T> pivot = std::real(at(j, j));
    for (Extent k = 0; k < j; ++k) pivot -= std::norm(at(j, k));
    if (pivot <= 0) {
      at(j, j) = T(pivot);
      return j + 1;
    }
    const Real<T> root = std::sqrt(pivot);
    at(j, j) = T(root);
    for (Extent i = j + 1; i < n; ++i) {
      for (Extent k = 0; k < j; ++k) at(i, j) -= at(i, k) * conjugate(at(j, k));
      at(i, j) *= 1 / root;
    }
  }
  return 0;
}

}  // namespace het
