#include "blacs_het/plan/methods/trees/climb.hpp"

#include <cstdint>

#include "blacs_het/plan/methods/trees/tie_breaking.hpp"

namespace het {
namespace {

// 1 to 1 + 1e-9: enough to make equal processors different, too little to matter.
double nearly_one(std::size_t place) {
  return 1 + 1e-9 * (static_cast<double>(scrambled(place + 1) >> 11) * 0x1p-53);
}

}  // namespace

void climb(SpanningTree<double>& tree, Climb how, WorkLimit& limit) {
  // Rounding could lead in a circle among trees of equal W.
  std::size_t standing = 0;
  while (!limit.exhausted() && standing <= tree.nodes()) {
    const double before = tree.work_rate();
    auto step = tree.steepest_step();
    if (step.cut == 0 && how == Climb::over_ridges) step = tree.best_step();
    if (step.cut != 0) tree.take(step);
    limit.take(tree.spent());
    if (step.cut == 0) return;
    standing = tree.work_rate() > before * (1 + 1e-12) ? 0 : standing + 1;
  }
}

Shares climb_trees(const Arrangement& arrangement, std::span<const double> row_weight, WorkLimit& limit) {
  SpanningTree<double> tree(static_cast<std::size_t>(arrangement.p()),
                            static_cast<std::size_t>(arrangement.q()));
  const auto t = arrangement.cycle_times();
  for (std::size_t k = 0; k < t.size(); ++k) tree.cycle_time(k) = t[k] * nearly_one(k);
  for (std::size_t i = 0; i < row_weight.size(); ++i) tree.weight(i) = row_weight[i];
  tree.enter_at_rows();
  climb(tree, Climb::over_ridges, limit);
  const std::vector<Edge> edges = tree.edges();
  for (std::size_t k = 0; k < t.size(); ++k) tree.cycle_time(k) = t[k];
  tree.enter(edges);
  std::vector<double> rows;
  for (std::size_t i = 0; i < tree.p(); ++i) rows.push_back(tree.row_weight(i));
  Shares climbed = fitted_shares(arrangement, rows), start = fitted_shares(arrangement, row_weight);
  return better(climbed, start) ? climbed : start;
}

}  // namespace het
