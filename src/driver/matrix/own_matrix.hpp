#pragma once
#include <algorithm>

#include "src/distribution/column_strips.hpp"
#include "src/driver/choice/choice.hpp"
#include "src/redistribute/redistribute.hpp"

namespace het {

// An m x n matrix of the library's own on a chosen layout: what a call moves to and from. Takes this process's part of
// it when made.
template <Scalar T>
class OwnMatrix {
 public:
  OwnMatrix(const Communicator& comm, const Choice& choice, Extent m, Extent n)
      : distribution_(choice.layout.distribution(m, n)), placement_(choice.layout.placement(comm.size())) {
    const auto at = placement_[comm.rank()];
    if (!at.on_grid()) return;
    rows_ = distribution_.rows.local_size(ProcessCoord(at.row));
    data_ = Buffer<T>(rows_ * distribution_.cols.local_size(ProcessCoord(at.col)));
  }
  OwnMatrix(const OwnMatrix&) = delete;
  OwnMatrix& operator=(const OwnMatrix&) = delete;

  const Placement& placement() const { return placement_; }
  // The part from (i, j) on.
  MatrixPart part(Extent i = 0, Extent j = 0) const {
    return {&distribution_, &placement_, GlobalIndex(i), GlobalIndex(j)};
  }
  LocalArray<T> local() const { return {data_.data(), std::max<Extent>(rows_, 1)}; }
  LocalArray<const T> read_only() const { return {data_.data(), std::max<Extent>(rows_, 1)}; }

 private:
  Distribution distribution_;
  Placement placement_;
  Extent rows_ = 0;
  Buffer<T> data_;
};

}  // namespace het
