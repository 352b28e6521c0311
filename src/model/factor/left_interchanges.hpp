#pragma once
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// Seconds of what LU does in the end where L lies (StepCosts::left_interchanges), by the process column that needs longest; of
// others 0. O(panels p q).
double left_interchange_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                Extent widest_panel);

}  // namespace het
