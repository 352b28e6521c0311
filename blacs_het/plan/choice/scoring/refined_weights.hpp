#pragma once
#include "blacs_het/plan/choice/trailing_order.hpp"
#include "src/model/platform.hpp"

namespace het {

// Weights near the given ones with a smaller predicted time of the whole factorization. The planner's W knows
// neither panels nor messages nor whole blocks: each weight in turn is tried a little larger and smaller, and
// what helps is kept, until nothing does or about `work_limit` elementary steps are spent. Never worse than what it
// is given. Deterministic.
GridWeights refined_weights(const Platform& platform, const CallShape& shape, const Arrangement& arrangement,
                            Extent nb, const GridWeights& weights, double work_limit);

}  // namespace het
