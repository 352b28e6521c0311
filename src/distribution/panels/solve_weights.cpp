#include "src/distribution/panels/solve_weights.hpp"

#include <algorithm>

namespace het {

std::vector<Extent> solve_weights(const AxisMap& rows) {
  std::vector<Extent> weights = rows.local_sizes();
  const Extent most = std::ranges::max(weights);
  for (Extent& weight : weights)
    if (2 * weight < most) weight = 0;
  return weights;
}

}  // namespace het
