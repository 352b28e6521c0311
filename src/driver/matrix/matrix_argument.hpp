#pragma once
#include <vector>

#include "src/bindings/blacs.hpp"
#include "src/bindings/scalapack.hpp"
#include "src/distribution/distribution.hpp"
#include "src/driver/reading.hpp"

namespace het {

// sub(A) as a ScaLAPACK caller gives it, 0-based.
struct MatrixArgument {
  Distribution distribution;
  GlobalIndex i, j;
  Extent lld;
  // False when this process's leading dimension is too small: the one entry that may be wrong on one process
  // alone.
  bool local_ok;
};

// Adds what is the same on every process of a descriptor: all but the context and LLD, which are each process's own.
void add_global_entries(std::vector<Extent>& arguments, const int* desc);

// Reads sub(A) = A(ia : ia + rows - 1, ja : ja + cols - 1), ia and ja 1-based, from what is the same on every process.
// Refused when anything is not as ScaLAPACK demands or as this library takes it (another descriptor kind, replicated
// matrices). rows and cols must be positive.
Reading<MatrixArgument> read_matrix(const int* desc, int ia, int ja, Extent rows, Extent cols, int context,
                                    const blacs::GridInfo& grid);

}  // namespace het
