#pragma once
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// Seconds of LU's end: the rows below each panel that change places (Panels::interchanged_below), once, copied while others
// travel, to and from messages or where they stay; by the process column that needs longest. matrix: where L lies. Nothing of
// QR and Cholesky. O(panels (p + q)).
double left_interchange_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                Extent widest_panel);

}  // namespace het
