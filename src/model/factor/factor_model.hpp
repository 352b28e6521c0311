#pragma once
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"
#include "src/model/prediction.hpp"

namespace het {

// Our LU, QR and Cholesky on any distribution of the m x n matrix, panel by panel: a block column is one panel, or
// several when it is wider than `widest_panel`. Cholesky: the lower triangle, m = n. caller: of a matrix that moves, where it
// comes from and goes back to: the first steps wait for its columns, what is final leaves beside the steps, and interchanges
// that are left for the end are made there.
//
// Every rank goes its own way through the kernel's steps, message by message (walked_factorization_seconds), where that is not
// too much (followed_messages). Beside the update the terms of so many seconds are in the proportions of
// predict_factorization_quickly(), which has all of them else.
Prediction predict_factorization(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                 Extent widest_panel, const Placed* caller = nullptr);

// The same quickly: a recurrence over the panels, see FactorRun; how near it is docs/model.md tells. O(panels p q), and what a
// MovedMatrix takes.
Prediction predict_factorization_quickly(const Platform& platform, const CallShape& shape,
                                         const Placed& matrix, Extent widest_panel,
                                         const Placed* caller = nullptr);
// Its total alone, at a quarter of the cost, a fifth where the matrix moves.
double factorization_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                             Extent widest_panel, const Placed* caller = nullptr);

// ScaLAPACK's own factorization: the same without look-ahead, with its panels and interchanges.
double reference_factorization_seconds(const Platform& platform, const CallShape& shape,
                                       const Placed& matrix);

}  // namespace het
