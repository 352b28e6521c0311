#pragma once
#include "src/model/call_shape.hpp"
#include "src/model/move_model.hpp"
#include "src/model/prediction.hpp"

namespace het {

// Our LU, QR and Cholesky on any distribution of the m x n matrix, panel by panel: a block column is one panel, or
// several when it is wider than `widest_panel`. A process column is as fast as its slowest process, because its
// processes exchange rows or sums in every step; different process columns wait for each other's panels alone.
// With F_j the time at which process column j has finished its last update, P_s that at which panel s is ready on
// its column J, and K the column of panel s + 1:
//   S_j = max(F_j, P_s + travel from J to j) + exchange along j
//   P_(s+1) = S_K + update of its columns + panel,   F_K = P_(s+1) + rest of the update,   F_j = S_j + update
// The seconds are max F_j after the last step. Cholesky: the lower triangle, m = n. O(panels p q).
Prediction predict_factorization(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                 Extent widest_panel);
// Its total alone, at a quarter of the cost.
double factorization_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                             Extent widest_panel);

// ScaLAPACK's own factorisation: the same without look-ahead, with its panels and interchanges.
double reference_factorization_seconds(const Platform& platform, const CallShape& shape,
                                       const Placed& matrix);

}  // namespace het
