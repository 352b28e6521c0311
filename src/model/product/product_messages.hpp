#pragma once
#include <vector>

#include "src/distribution/column_strips.hpp"
#include "src/distribution/overlap.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"

namespace het {

// What one rank sends to another at a time: so many bytes in pieces of one size, which travel side by side.
struct ProductMessage {
  int from, to;
  double bytes;
  int pieces;
};

// Who sends what to whom in a product on C's layout, whose A and B lie as `operands`, where C goes in the end if that is
// another layout: in pieces as Exchange cuts them.
class ProductMessages {
 public:
  // O(blocks). What it is given must outlive it.
  ProductMessages(const CallShape& shape, const Placed& c, const Placed& operands);

  // Of A and of B in panel s. O(blocks of the panel + owners of it ranks).
  std::vector<ProductMessage> of_panel(const PanelStreamShape& flow, Extent s) const;
  // Of C in strip s. O(blocks of the strip + senders receivers).
  std::vector<ProductMessage> of_strip(const ColumnStrips& strips, Extent s) const;

 private:
  const CallShape& shape_;
  const Placed c_, operands_;
  const AxisOverlap rows_, cols_;  // of the operands, by those of C
  const AxisMap of_a_, of_b_;      // the inner axes
};

}  // namespace het
