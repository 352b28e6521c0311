#include "src/model/factor/parts/diagonal_factors.hpp"

#include <algorithm>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/clocks/fair_share.hpp"

namespace het {

DiagonalFactors::DiagonalFactors(StepContext& now) : StepPart(now), factors_(now.clocks.ready.size()) {}

// When each process row has the factor of the block on the diagonal of process column j's panel, which costs_ look at:
// from its process, which has it at `time`, to all others, in one message each. Each of these is on its way from when
// the process row expects it, and those that are so at the same time share the link; on a wire, where other messages come
// between, all are through when the last is. In one process column rows of the process leave beside them.
void DiagonalFactors::send(int j, double time) {
  for (Factor& factor : factors_) factor.factored = time;
  const int others = panels_.p() - 1, root = costs_.diagonal_row();
  if (!algorithm_.diagonal_first || others == 0) return;
  const double all =
      links_.sent_ahead_to_several(at(root, j), time, costs_.diagonal_messages(), others) - time;
  const double rows = panels_.q() > 1 || links_.shared() ? 0 : costs_.transposed_sent(root);
  const double each = (all + std::min(all / others, rows)) / others;
  std::vector<double> begin;
  for (int i = 0; i < panels_.p(); ++i)
    if (i != root) begin.push_back(links_.shared() ? time : std::max(time, of(i).expected));
  const std::vector<double> end = fair_share_ends(begin, each);
  double last = time;
  for (int i = 0; i < panels_.p(); ++i) {
    if (i == root) continue;
    of(i).factored = end[static_cast<std::size_t>(i < root ? i : i - 1)] + costs_.latency_down(j);
    last = std::max(last, of(i).factored);
  }
  // Its own rows leave when the factor has, where they go to other process columns.
  if (panels_.q() > 1) of(root).factored = last;
}

// What process (i, j) is late when the factor comes: it goes on with the update of this step when it has waited for long.
double DiagonalFactors::late(int i, int j) const {
  const double factored = of(i).factored, free = clocks_.free[at(i, j)];
  const bool waits = factored <= clocks_.ready[static_cast<std::size_t>(i)] + diagonal_patience(panels_.q());
  if (waits || factored <= clocks_.start[at(i, j)] || factored >= free) return 0;
  return std::min(of(i).slice / 2, free - factored);
}

}  // namespace het
