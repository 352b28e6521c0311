#pragma once
#include <vector>

#include "src/base/local_array.hpp"
#include "src/base/precision.hpp"
#include "src/distribution/overlap.hpp"

namespace het {

// How X enters Y: Y := op(X) + beta Y, where op(X) is X, its transpose, its conjugate or its conjugate transpose.
template <Scalar T>
struct Arrival {
  T beta = T(0);  // 0: Y is not read
  bool conjugate = false, transposed = false;

  // Whether elements are more than copied on their way, and messages therefore arrive in a buffer.
  bool in_buffers() const { return transposed || conjugate || beta != T(0); }
};

// Where the elements of products of runs, row runs x column runs, go: this rank's storage of the target, or of its
// transpose.
template <Scalar T>
struct PartTarget {
  LocalArray<T> y;
  Arrival<T> arrival = {};

  // From the source's storage. O(elements), charged as a copy.
  void copy(const std::vector<Run>& rows, const std::vector<Run>& cols, LocalArray<const T> source) const;
  // From a message, in which they follow each other column after column. Not charged: MPI may have done a part of it.
  void unpack(const std::vector<Run>& rows, const std::vector<Run>& cols, const T* packed) const;

 private:
  void put(LocalArray<const T> x, const Run& row, LocalIndex col, Extent cols) const;
};

}  // namespace het
