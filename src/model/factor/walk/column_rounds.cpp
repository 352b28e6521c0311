#include "src/model/factor/walk/column_rounds.hpp"

#include <algorithm>

#include "src/distribution/panels/panel_ends.hpp"

namespace het {

Extent rounds_together(Extent columns, int p) {
  const double messages = static_cast<double>(columns) * p * (p - 1);
  return std::clamp(static_cast<Extent>(messages / ColumnRounds::most_messages) + 1, Extent{1}, leaf_width);
}

ColumnRounds::ColumnRounds(Walk& walk, const FactorSteps& steps, int i, int j, int channel)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      channel_(channel),
      together_(rounds_together(steps.shape.k, steps.panels.p())) {
  const int p = steps.panels.p();
  for (int row = 0; row < p; ++row) {
    const LinkCosts& link = steps.platform.link(steps.rank(i, j), steps.rank(row, j));
    empty_round_ = std::max(empty_round_, link.latency + (p - 2) * link.message_overhead);
  }
}

void ColumnRounds::start(double bytes) {
  const int p = steps_.panels.p(), rank = steps_.rank(i_, j_);
  for (int step = 1; step < p; ++step) {
    walk_.receive(rank, steps_.rank((i_ + p - step) % p, j_), channel_, open_);
    walk_.send(rank, steps_.rank((i_ + step) % p, j_), channel_, bytes, 1, open_);
  }
}

}  // namespace het
