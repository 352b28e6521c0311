#pragma once
#include <algorithm>

#include "src/base/index.hpp"

namespace het {

// Q = H(0) H(1) ... H(w-1) = I - V T V^H, as the ranks of one process row hold it while a panel of w columns is
// applied: their rows of V from the panel's first row on, with the ones and zeros of its top written out, so that all
// work with V is a plain product; and the upper triangle T, whose diagonal is TAU. V and T lie one after the other: one
// message.
template <class T>
struct BlockReflector {
  T* v = nullptr;
  Extent rows = 0, width = 0;

  Extent ldv() const { return std::max<Extent>(rows, 1); }
  T* t() const { return v + ldv() * width; }
  Extent ldt() const { return width; }
  Extent elements() const { return elements(rows, width); }
  static Extent elements(Extent rows, Extent width) { return (std::max<Extent>(rows, 1) + width) * width; }
};

}  // namespace het
