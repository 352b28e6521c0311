#pragma once
#include <cstddef>

#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"
#include "src/model/prediction.hpp"

namespace het {

// What a meeting of processes before a call is for.
enum class MeetingFor {
  choice,  // whether anything is gained, by a look at small calls: what it costs in all
  call     // one of ours that follows: what it adds to the call's messages
};
// Seconds of it for P >= 1 processes. Messages go from or to all along a tree, ceil(log2 P) latencies each time, at level k
// the longest between ranks r and r + 2^k: all tell one process of the call, and hear what it has decided; before a call of
// ours all agree that they have the memory, too. O(P log P), or 1 where all links are alike.
// Processes' own work, 20 us on processors of 3 GHz with Open MPI (collective operations that wait for nobody, looking up
// what was decided), is a cost of looking at a small call, of which that may be all there is to gain. Predictions leave it
// out, as they do planning: of large calls it is nothing, and in virtual time such work takes none.
double meeting_seconds(MeetingFor what, const Platform& platform);

// Seconds of whatever routine the shape names, see product_model.hpp and factor/factor_model.hpp, and of the meeting
// before such a call. `matrix` is C of a product, or the matrix to factor.
// panel_width: of one panel at most; for a product its inner dimension. caller: the caller's layout of C or of the matrix,
// where that is not `matrix`: A and B of a product lie by it, and C goes back to it; a factorization's matrix comes from it
// and goes back to it, beside the steps.
Prediction predict(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent panel_width,
                   const Placed* caller = nullptr);
// Its total, quickly: of a factorization without following it and at a quarter of the cost of a quick prediction's terms, of a
// product by product_seconds().
double predicted_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                         Extent panel_width, const Placed* caller = nullptr);
// Seconds of ScaLAPACK's own routine on the caller's distribution.
double reference_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix);

}  // namespace het
