#pragma once
#include "src/model/factor/step_context.hpp"

namespace het {

// The update of the trailing columns of one process column j,
//   S = max(F + own, A),   F = S + update,
// where what its processes exchange (ColumnSync) joins their times: rows before each piece of columns (LU), sums between
// the two products of each piece (QR), nothing (Cholesky). From clocks.arrived, own_of_panel and free to start, free and
// first_piece; sums that leave with the next panel are left in sums_behind_panel.
class ColumnUpdate : StepPart {
 public:
  explicit ColumnUpdate(StepContext& now) : StepPart(now) {}
  // O(p).
  void update(int j);

 private:
  void with_rows_before(int j);
  void with_sums_within(int j);
  void apart(int j);
  double free_of_others(int j, double begun) const;
  double put_rows_alone(int j, double begun, double all);
  double put_rows_beside_panel(int j, double begun, double& all);
};

}  // namespace het
