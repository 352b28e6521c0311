#include "src/distribution/panels/solve_weights.hpp"

#include <algorithm>

namespace het {

std::vector<Extent> solve_weights(const AxisMap& rows) {
  std::vector<Extent> weights;
  for (int i = 0; i < rows.processes(); ++i) weights.push_back(rows.local_size(ProcessCoord(i)));
  const Extent most = std::ranges::max(weights);
  for (Extent& weight : weights)
    if (2 * weight < most) weight = 0;
  return weights;
}

}  // namespace het
