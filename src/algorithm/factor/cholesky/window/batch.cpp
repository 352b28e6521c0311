#include "src/algorithm/factor/cholesky/window/batch.hpp"

namespace het {

std::vector<Batch> cut_batches(const std::vector<Panel>& panels, Extent width) {
  std::vector<Batch> batches;
  for (std::size_t k = 0; k < panels.size(); ++k) {
    if (batches.empty() || panels[k].end - batches.back().begin() > width) batches.push_back({k, k, {}});
    batches.back().panels.push_back(panels[k]);
    ++batches.back().last;
  }
  return batches;
}

}  // namespace het
