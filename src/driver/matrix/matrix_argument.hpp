#pragma once
#include <vector>

#include "src/bindings/blacs.hpp"
#include "src/bindings/scalapack.hpp"
#include "src/distribution/schedule.hpp"
#include "src/driver/reading.hpp"

namespace het {

// sub(A) = A(i : i + rows - 1, j : j + cols - 1) as a ScaLAPACK caller gives it: i and j count from 1.
struct SubMatrix {
  const int* desc;
  int i, j;
  Extent rows, cols;
};

// sub(A) as it was read: i and j count from 0.
struct MatrixArgument {
  Distribution distribution;
  GlobalIndex i, j;
  Extent lld;
  // False when this process's leading dimension is too small: the one entry that may be wrong on one process
  // alone.
  bool local_ok;

  // The part from element (of_i, of_j) of sub(A) on; the placement and this must outlive it.
  MatrixPart part(const Placement& placement, Extent of_i = 0, Extent of_j = 0) const {
    return {&distribution, &placement, i + of_i, j + of_j};
  }
};

// Adds what is the same on every process of a descriptor: all but the context and LLD, which are each process's own.
void add_global_entries(std::vector<Extent>& arguments, const int* desc);

// Reads sub(A) on `context`, whose grid that is, from what is the same on every process. Refused when anything is not as
// ScaLAPACK demands or as this library takes it (another descriptor kind, replicated matrices). Neither rows nor cols may
// be 0.
Reading<MatrixArgument> read_matrix(const SubMatrix& a, int context, const blacs::GridInfo& grid);

}  // namespace het
