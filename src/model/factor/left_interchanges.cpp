#include "src/model/factor/left_interchanges.hpp"

#include <algorithm>

#include "src/model/factor/step/step_costs.hpp"

namespace het {

double left_interchange_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                Extent widest_panel) {
  const Panels panels(matrix.distribution, widest_panel);
  const StepCosts costs(platform, shape, matrix, our_algorithm(shape.kind), panels);
  double seconds = 0;
  for (int j = 0; j < panels.q(); ++j) seconds = std::max(seconds, costs.left_interchanges(j));
  return seconds;
}

}  // namespace het
