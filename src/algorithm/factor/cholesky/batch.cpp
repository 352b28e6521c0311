#include "src/algorithm/factor/cholesky/batch.hpp"

namespace het {

std::vector<Batch> cut_batches(const std::vector<Panel>& panels, Extent width) {
  std::vector<Batch> batches;
  for (const Panel& panel : panels) {
    if (batches.empty() || panel.end - batches.back().begin() > width) batches.emplace_back();
    batches.back().panels.push_back(panel);
  }
  return batches;
}

}  // namespace het
