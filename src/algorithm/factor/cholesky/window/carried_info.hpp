#pragma once
#include <algorithm>
#include <cstring>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

// An INFO that travels in a message of numbers: the elements of T that it takes, and how it gets in and out.
template <Scalar T>
constexpr Extent info_elements = info_elements_of(sizeof(T));

template <Scalar T>
void put_info(Extent info, T* elements) {
  std::fill_n(elements, info_elements<T>, T(0));
  std::memcpy(static_cast<void*>(elements), &info, sizeof(info));
}

template <Scalar T>
Extent get_info(const T* elements) {
  Extent info;
  std::memcpy(&info, static_cast<const void*>(elements), sizeof(info));
  return info;
}

}  // namespace het
