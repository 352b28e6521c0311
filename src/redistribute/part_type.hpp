#pragma once
#include <vector>

#include "src/bindings/mpi.hpp"
#include "src/distribution/overlap.hpp"

namespace het {

// Elements [row_begin, row_end) x [col_begin, col_end) of a product of runs, counted along them.
struct RunBox {
  const std::vector<Run>* rows;
  const std::vector<Run>* cols;
  Extent row_begin, row_end, col_begin, col_end;
  Extent elements() const { return (row_end - row_begin) * (col_end - col_begin); }
};

// The part [begin, end) of runs, counted along them.
std::vector<Run> clip(const std::vector<Run>& runs, Extent begin, Extent end);

// Where a box lies in a local array, as MPI wants to hear it: `count` elements of `type` from `offset` elements
// after element (0, 0) on, column after column.
//
// MPI then copies between the array and its own messages without a packed copy in between. Consecutive boxes of
// the same rows share the description of a column.
class PartTypes {
 public:
  // `side`: &Run::source or &Run::target; `lld` elements of `element_bytes` between columns. Boxes are limited
  // to MPI's int counts.
  PartTypes(LocalIndex Run::*side, Extent element_bytes) : side_(side), element_bytes_(element_bytes) {}

  struct Part {
    Extent offset;
    int count;
    MPI_Datatype type;  // valid until the next call
  };
  Part describe(const RunBox& box, Extent lld);

 private:
  const Datatype& column(const std::vector<Run>& rows, const RunBox& box);

  LocalIndex Run::*side_;
  Extent element_bytes_;
  RunBox last_{nullptr, nullptr, 0, 0, 0, 0};
  Datatype column_, part_;
};

}  // namespace het
