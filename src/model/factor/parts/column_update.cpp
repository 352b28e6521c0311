#include "src/model/factor/parts/column_update.hpp"

#include <algorithm>

namespace het {

// Puts the exchange of rows of process column j from `begun` on on links that may be busy with a panel, and beside what
// leaves, so that `all` of it takes longer. Returns how much longer the piece that comes first takes for the panel: each
// message of both has an equal part, on the link of each process, and all wait for the last.
double ColumnUpdate::put_rows_beside_panel(int j, double begun, double& all) {
  double first_alone = 0, first_beside = 0, most = 0, longest = 0;
  const auto rows = costs_.trailing_exchanged(j);
  for (int i = 0; i < panels_.p(); ++i) {
    const std::size_t k = at(i, j);
    const double out = std::max(links_.out(k) - begun - clocks_.rows_carried[k], 0.0);
    const double receives = std::max(links_.in(k), begun);
    const double part = costs_.panel_chunks(i, panels_.q()) / costs_.exchange_messages(i);
    const double first = costs_.exchange_of(i, j, costs_.first_exchanged(j)).longer();
    first_alone = std::max(first_alone, first);
    first_beside = std::max(first_beside, first + std::min(part * first, std::max(out, receives - begun)));
    const LinkSeconds carries = costs_.exchange_of(i, j, rows);
    const double sends = links_.beside_leaving(k, begun, carries.sent, panels_.p() - 1);
    most = std::max(most, carries.longer());
    longest = std::max({longest, sends, carries.received});
    links_.occupy(k, {begun + out, begun + out + sends}, {receives, receives + carries.received});
  }
  all += longest - most;
  return first_beside - first_alone;
}

// When the links of process column j carry nothing else, where it has several processes.
double ColumnUpdate::free_of_others(int j, double begun) const {
  for (int i = 0; i < panels_.p() && panels_.p() > 1; ++i)
    begun = std::max({begun, links_.out(at(i, j)), links_.in(at(i, j))});
  return begun;
}

// Returns how long an exchange of `all` seconds keeps these links busy: on a wire beside what leaves.
double ColumnUpdate::put_rows_alone(int j, double begun, double all) {
  if (panels_.p() == 1) return all;
  if (links_.shared()) all = links_.beside_leaving(0, begun, all, panels_.p() - 1);
  for (int i = 0; i < panels_.p(); ++i) links_.occupy(at(i, j), {begun, begun + all}, {begun, begun + all});
  return all;
}

// Rows are exchanged piece by piece, each as soon as the step before is through with it. Pieces that begin at the same
// time share the link, and none is there before all.
void ColumnUpdate::with_rows_before(int j) {
  const int pieces = costs_.update_pieces(j);
  const double each = costs_.exchange_down(j, costs_.later_exchanged(j));
  const double alone = costs_.exchange_down(j, costs_.first_exchanged(j));
  double all = costs_.exchange_down(j, costs_.trailing_exchanged(j));
  const bool next_here = costs_.has_next_panel(j);
  double begun = 0, last = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!now_.in_use(i)) continue;
    const double arrived = clocks_.arrived[at(i, j)];
    begun = std::max({begun, arrived, clocks_.first_piece[at(i, j)]});
    last = std::max({last, arrived, clocks_.free[at(i, j)]});
  }
  const bool beside = now_.rows_share_links();
  double longer = 0;
  if (beside) {
    longer = put_rows_beside_panel(j, begun, all);
  } else {
    begun = free_of_others(j, begun);
    all = put_rows_alone(j, begun, all);
  }
  last = std::max(last, begun);
  const double apart = all > 0 ? std::clamp((last - begun) / all, 0.0, 1.0) : 1;
  const double others = std::max(all - alone, 0.0);
  const double first =
      alone + longer + (1 - apart) * std::min(others, next_here && beside ? alone * pieces : others);
  for (int i = 0; i < panels_.p(); ++i) {
    const double update = costs_.update(i, j);
    const double own_of_first = costs_.own_of_exchange(i, j, costs_.first_exchanged(j)),
                 own_of_all = costs_.own_of_exchange(i, j, costs_.trailing_exchanged(j));
    const double through = clocks_.free[at(i, j)] + clocks_.own_of_panel[at(i, j)] + own_of_first;
    const double start = std::max({through, clocks_.arrived[at(i, j)], begun + first});
    clocks_.start[at(i, j)] = start;
    clocks_.first_piece[at(i, j)] = start + update / pieces;
    clocks_.free[at(i, j)] = std::max(start + update + own_of_all - own_of_first,
                                      std::max(last + each, begun + all) + update / pieces);
  }
}

// Sums are exchanged between the two halves of the work on each piece. Where the next panel is factored before the
// rest of the update, what is exchanged for the rest shares the link with that panel. For the sums of the last piece a
// process waits; its own time for all others comes beside its update.
void ColumnUpdate::with_sums_within(int j) {
  const int p = panels_.p(), pieces = costs_.update_pieces(j);
  const double part = 0.5 / pieces;
  const auto own_beside = [&](int i) {
    return costs_.own_of_exchange(i, j, costs_.trailing_exchanged(j)) -
           costs_.own_of_exchange(i, j, costs_.later_exchanged(j));
  };
  double summed = 0;
  for (int i = 0; i < p; ++i) {
    if (!now_.in_use(i)) continue;
    clocks_.start[at(i, j)] =
        std::max(clocks_.free[at(i, j)] + clocks_.own_of_panel[at(i, j)], clocks_.arrived[at(i, j)]);
    summed = std::max(summed, clocks_.start[at(i, j)] + own_beside(i) + (1 - part) * costs_.update(i, j));
  }
  if (p == 1) {
    clocks_.free[at(0, j)] = clocks_.start[at(0, j)] + costs_.update(0, j);
    return;
  }
  const double all = costs_.exchange_down(j, costs_.trailing_exchanged(j));
  const bool next_here = costs_.has_next_panel(j);
  const double before = next_here ? std::min(costs_.exchange_down(j, costs_.first_exchanged(j)), all) : all;
  double last = summed + costs_.exchange_down(j, costs_.later_exchanged(j));
  for (int i = 0; i < p; ++i) {
    const std::size_t k = at(i, j);
    last = std::max(last, links_.receive(k, clocks_.start[k], before) + (all - before));
    if (links_.shared()) break;  // `all` is everything that the wire carries for this
    last = std::max(last, links_.send(k, clocks_.start[k], before, p - 1) + (all - before));
  }
  if (next_here)
    for (double& behind : clocks_.sums_behind_panel) behind = (all - before) / (links_.shared() ? p : 1);
  for (int i = 0; i < p; ++i) {
    const double update = costs_.update(i, j);
    clocks_.free[at(i, j)] = std::max(clocks_.start[at(i, j)] + update, last + part * update);
  }
}

// Each process by itself.
void ColumnUpdate::apart(int j) {
  const double own_of_rows = costs_.own_of_transposed(j);
  for (int i = 0; i < panels_.p(); ++i) {
    clocks_.start[at(i, j)] = std::max(clocks_.free[at(i, j)] + clocks_.own_of_panel[at(i, j)] + own_of_rows,
                                       clocks_.arrived[at(i, j)]);
    clocks_.free[at(i, j)] = clocks_.start[at(i, j)] + costs_.update(i, j);
  }
}

void ColumnUpdate::update(int j) {
  switch (algorithm_.sync) {
    case ColumnSync::before:
      return with_rows_before(j);
    case ColumnSync::within:
      return with_sums_within(j);
    case ColumnSync::none:
      return apart(j);
  }
}

}  // namespace het
