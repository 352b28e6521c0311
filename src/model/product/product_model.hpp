#pragma once
#include <optional>

#include "src/distribution/panels/product/product_panels.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"
#include "src/model/prediction.hpp"

namespace het {

// The panels that SUMMA will make (product_panels), as far as they are known before a call: op(A) and op(B) are taken to
// be matrices as they stand, distributed as the caller's C is. Of A and B with other blocks or owners, or transposed,
// fewer are multiplied where they lie.
ProductPanels predicted_panels(const PanelStreamLimits& limits, const CallShape& shape, const Placed& c,
                               const Placed* caller = nullptr);

// SUMMA with stationary C on any distribution, with panels of panel_k, cut as product_stream() says: the slowest rank's
// product, and what is waited for panels that travel meanwhile, message by message (walk_product); where that is
// too much (followed_messages) as product_seconds() has it.
// `caller`: the caller's layout of C, where `c` is another one: A and B lie by it, and C goes back to it.
Prediction predict_product(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                           const Placed* caller = nullptr);

// The total of a product that is followed message by message, whether or not it would be (followed_messages). None where there
// is too much to follow, or ranks would wait for each other for ever (Walk::run).
std::optional<double> walked_product_seconds(const Platform& platform, const CallShape& shape,
                                             const Placed& c, Extent panel_k, const Placed* caller = nullptr);

// Its total quickly: by the rank for which there is most to do alone (streamed_seconds), as if the others kept step. How near
// that is docs/model.md tells. O(blocks + ranks + steps); with hosts told apart O(blocks + ranks (p + q) + steps).
double product_seconds(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                       const Placed* caller = nullptr);

// How such a product is best cut, by the rank for which there is most to do: how narrow its first panel may be, in place;
// and how many panels are alive at a time, fewer than usual where that is predicted to be quicker by 3 %.
PanelStreamLimits product_stream(const Platform& platform, const CallShape& shape, const Placed& c,
                                 Extent panel_k, const Placed* caller = nullptr);

// Seconds of ScaLAPACK's own product on the caller's distribution: panels of its logical block size 32,
// nothing hidden, and the smallest of the three volumes that its algorithms choose between.
double reference_product_seconds(const Platform& platform, const CallShape& shape, const Placed& c);

}  // namespace het
