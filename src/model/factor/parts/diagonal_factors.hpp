#pragma once
#include <vector>

#include "src/model/factor/step_context.hpp"

namespace het {

// The factor of the block on the diagonal of a panel, on its way to the process rows that solve with it (Cholesky). Of
// other factorizations it is there with the columns.
class DiagonalFactors : StepPart {
 public:
  explicit DiagonalFactors(StepContext& now);

  // Process row i expects it from `time` on, and goes on meanwhile with slices of the update of so many seconds.
  void expect(int i, double time, double slice) {
    of(i).expected = time;
    of(i).slice = slice;
  }
  // From the process of process column j that has it at `time`; now.costs look at its panel. O(p log p).
  void send(int j, double time);
  // When process row i has it; and how much later process (i, j) looks at it.
  double factored(int i) const { return of(i).factored; }
  double late(int i, int j) const;

 private:
  struct Factor {
    double expected = 0, factored = 0, slice = 0;
  };
  Factor& of(int i) { return factors_[static_cast<std::size_t>(i)]; }
  const Factor& of(int i) const { return factors_[static_cast<std::size_t>(i)]; }

  std::vector<Factor> factors_;  // by process row
};

}  // namespace het
