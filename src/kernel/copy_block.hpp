#pragma once
#include <algorithm>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"

namespace het {

// Y := X for m x n arrays.
template <Scalar T>
void copy_block(Extent m, Extent n, const T* x, Extent ldx, T* y, Extent ldy) {
  for (Extent j = 0; j < n; ++j) std::copy_n(x + j * ldx, m, y + j * ldy);
}

// Y := X^H, X n x m and Y m x n, tile by tile so that both sides stay in the cache.
template <Scalar T>
void copy_adjoint(Extent m, Extent n, const T* x, Extent ldx, T* y, Extent ldy) {
  constexpr Extent tile = 16;
  for (Extent i0 = 0; i0 < m; i0 += tile)
    for (Extent j0 = 0; j0 < n; j0 += tile)
      for (Extent j = j0; j < std::min(n, j0 + tile); ++j)
        for (Extent i = i0; i < std::min(m, i0 + tile); ++i) y[i + j * ldy] = conjugate(x[j + i * ldx]);
}

}  // namespace het
