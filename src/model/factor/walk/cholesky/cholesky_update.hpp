#pragma once
#include <vector>

#include "src/model/factor/walk/factor_steps.hpp"

namespace het {

// The products that subtract panels from some columns of a rank's part of the triangle, in the order of
// cut_triangle.
class CholeskyUpdate {
 public:
  CholeskyUpdate(const FactorSteps& steps, int i, int j);

  // A rectangle, of which slices are rows; before it come so many elements of stairs.
  struct Part {
    double stairs = 0;
    Extent rows = 0;
    double row = 0;  // elements in each
  };
  // Of local columns [begin, end); the last part is no more than stairs.
  std::vector<Part> parts(Extent begin, Extent end) const;

  // Local row of the diagonal, or of the first element below it, in a local column.
  Extent top(Extent col) const { return tops_[static_cast<std::size_t>(col)]; }

 private:
  double elements(Extent rows, Extent cols, bool whole) const;

  const KernelRates& rates_;
  std::vector<Extent> tops_;
  Extent rows_;
};

}  // namespace het
