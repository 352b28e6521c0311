#pragma once
#include "src/base/local_array.hpp"
#include "src/distribution/schedule.hpp"

namespace het {

// sub(A), what an algorithm reads or overwrites: the part of a distributed matrix (global) and this rank's storage of the
// whole matrix (local).
template <class T>
struct Operand {
  MatrixPart part;
  LocalArray<T> local;
};

}  // namespace het
