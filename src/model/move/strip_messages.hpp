#pragma once
#include <vector>

#include "src/distribution/column_strips.hpp"
#include "src/model/placed.hpp"

namespace het {

// Messages of a rank that has a part of a matrix before it moves in strips, and after: what it sends and receives, of all
// strips; what stays on it counts as one, too.
struct StripMessages {
  double sent = 0, received = 0;
};

// By rank, from the layout `caller` to `matrix`. Two ranks have a message of a strip where they share columns of it and any
// rows. O(blocks + strips sources targets), of the columns' coordinates before and after.
std::vector<StripMessages> strip_messages(const ColumnStrips& strips, const Placed& caller,
                                          const Placed& matrix);

}  // namespace het
