#pragma once
#include <type_traits>

#include "src/base/index.hpp"

namespace het {

// A matrix, or a part of one, in this process's memory (local): element (0, 0), the others column after column, and lld
// elements from one column to the next.
template <class T>
struct LocalArray {
  T* data = nullptr;
  Extent lld = 0;

  // The part from element (i, j) on.
  LocalArray at(Extent i, Extent j) const { return {data + i + j * lld, lld}; }
  // The same, to be read alone.
  operator LocalArray<const T>() const requires(!std::is_const_v<T>) { return {data, lld}; }
};

}  // namespace het
