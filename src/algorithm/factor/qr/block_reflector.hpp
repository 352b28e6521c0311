#pragma once
#include "src/base/index.hpp"

namespace het {

// Q = H(0) H(1) ... H(w-1) = I - V T V^H, as the ranks of one process row hold it: their rows of V from the first
// reflector's row on, with the ones and zeros of its top written out, so that all work with V is a plain product, and
// below V the upper triangle T, whose diagonal is TAU. Some columns of V with those of T are one piece of memory, and
// one message; the first columns are the block reflector of the first H.
template <class T>
struct BlockReflector {
  T* v = nullptr;
  Extent rows = 0, width = 0, ld = 0;

  // All of memory that has room for elements(rows, width).
  static BlockReflector in(T* memory, Extent rows, Extent width) {
    return {memory, rows, width, rows + width};
  }
  static Extent elements(Extent rows, Extent width) { return (rows + width) * width; }

  T* t() const { return v + rows; }
  T* column(Extent j) const { return v + j * ld; }
  // H(0) ... H(count-1).
  BlockReflector first(Extent count) const { return {v, rows, count, ld}; }
};

}  // namespace het
