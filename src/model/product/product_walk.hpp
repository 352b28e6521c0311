#pragma once
#include <optional>
#include <vector>

#include "src/distribution/panels/product/panel_stream_shape.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// A rank's own seconds for each whole panel: copies before it sends, copies once all has come, and the product, without messages;
// and those of its link, which only tell how closely to look.
struct PanelWork {
  double before = 0, after = 0, product = 0, link = 0;
  double all() const { return before + after + product; }
};

// Seconds until the last rank is through with its last product, and until C is where it goes, in place at the same time.
struct WalkedSeconds {
  double computed = 0, all = 0;
};

// A product on C's layout, with A and B on the layout of `caller`, where C goes in strips in the end, or all in place where
// that is null; panels as `flow` cuts them; work: by rank.
//
// Every rank goes its own way through its panels, as SUMMA does (src/algorithm/summa.hpp); every message travels when its
// sender and its receiver have come to it, and shares links with all others. What ends about when another message does is
// taken to end with it. None where there is too much to follow, or ranks would wait for each other for ever (Walk::run).
// O(messages log messages + ends of messages (pairs of ranks + links^2)): some ms for an order of 1000 on 16 processes, as many
// times more as there are panels, and as the square of the processes.
std::optional<WalkedSeconds> walk_product(const Platform& platform, const CallShape& shape, const Placed& c,
                                          const Placed* caller, const PanelStreamShape& flow,
                                          const std::vector<PanelWork>& work);

}  // namespace het
