#pragma once
#include <optional>

#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// Seconds of this library's factorization on a layout, message by message: every rank goes its own way through the steps of the
// kernel, and messages share links (Walk). `caller`: where the matrix lies, if elsewhere, and goes back to. None where there is
// too much to follow, or ranks would wait for each other for ever (Walk::run).
// O(messages log messages + ends of messages (pairs of ranks + links^2)).
std::optional<double> walked_factorization_seconds(const Platform& platform, const CallShape& shape,
                                                   const Placed& matrix, Extent widest_panel,
                                                   const Placed* caller);

}  // namespace het
