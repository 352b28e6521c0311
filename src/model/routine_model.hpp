#pragma once
#include <bit>
#include <cstddef>

#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"
#include "src/model/prediction.hpp"

namespace het {

// times * ceil(log2 P): of so many messages, one after the other, from or to all P >= 1 processes along a tree.
inline double latencies_along_tree(std::size_t processes, double times) {
  return times * std::bit_width(processes - 1);
}

// Seconds of whatever routine the shape names, see product_model.hpp and factor/factor_model.hpp, and of the meeting of
// all P processes before a call, 3 ceil(log2 P) latencies. `matrix` is C of a product, or the matrix to factor.
// panel_width: of one panel at most; for a product its inner dimension. caller: the caller's layout of C or of the matrix,
// where that is not `matrix`: A and B of a product lie by it, and C goes back to it; a factorization's matrix comes from it
// and goes back to it, beside the steps.
Prediction predict(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent panel_width,
                   const Placed* caller = nullptr);
// Its total; of a factorization at a quarter of the cost or less.
double predicted_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                         Extent panel_width, const Placed* caller = nullptr);
// Seconds of ScaLAPACK's own routine on the caller's distribution.
double reference_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix);

}  // namespace het
