#include <algorithm>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/clocks/fair_share.hpp"
#include "src/model/factor/factor_run.hpp"

namespace het {

using LookAhead = FactorAlgorithm::LookAhead;

double FactorRun::slowest(int j, const std::vector<double>& times) const {
  double most = 0;
  for (int i = 0; i < panels_.p(); ++i)
    if (in_use(i)) most = std::max(most, times[at(i, j)]);
  return most;
}

// The columns of the next panel first, then the panel, then the rest. `costs_` are those of the step; the panel's
// seconds come later. Returns when the columns are up to date.
double FactorRun::next_panel_in_order(int j) {
  if (algorithm_.look_ahead == LookAhead::none) return slowest(j, clocks_.free);
  const bool sums = algorithm_.sync == ColumnSync::within && panels_.p() > 1;
  double updated = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!in_use(i)) continue;
    updated = std::max(updated, clocks_.start[at(i, j)] + costs_.next_panel_update(i));
  }
  const double alone = updated;
  updated = std::max(updated, moved_.here(panels_[step_ + 1].end));
  if (sums) updated += costs_.exchange_down(j, costs_.first_exchanged(j));
  // A wire they share with the sums of all others, of which half come before, in the mean.
  if (sums && links_.shared()) updated = std::max(updated, (updated + links_.out(0)) / 2);
  // What a process waits for in the rest of its update comes later by as much as the last of them is held up; it does not
  // wait for that one twice.
  for (int i = 0; i < panels_.p(); ++i) {
    if (!in_use(i)) continue;
    double& free = clocks_.free[at(i, j)];
    free = std::max(free + updated - alone, updated + costs_.update(i, j) - costs_.next_panel_update(i));
  }
  return updated;
}

// How much longer the panel takes beside what its column's links are busy with from `begins` on: rows for the rest of
// the update before, or the panel before.
double FactorRun::panel_lengthened(int j, double begins) const {
  if (algorithm_.look_ahead == LookAhead::none || panels_.p() == 1 || links_.shared()) return 0;
  double longer = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    const double busy = std::max(links_.out(at(i, j)) - begins, 0.0);
    longer =
        std::max(longer, costs_.lengthened_panel(busy, after_next_[static_cast<std::size_t>(i)].messages));
  }
  return longer;
}

// When each process row has the factor of the block on the diagonal of process column j's panel, which costs_ look at:
// from its process, which has it at `time`, to all others, in one message each. Each of these is on its way from when
// the process row expects it, and those that are so at the same time share the link; on a wire, where other messages come
// between, all are through when the last is. In one process column rows of the process leave beside them.
void FactorRun::send_diagonal_block(int j, double time) {
  for (DiagonalFactor& factor : diagonal_factors_) factor.factored = time;
  const int others = panels_.p() - 1, root = costs_.diagonal_row();
  if (!algorithm_.diagonal_first || others == 0) return;
  const double all =
      links_.sent_ahead_to_several(at(root, j), time, costs_.diagonal_messages(), others) - time;
  const double rows = panels_.q() > 1 || links_.shared() ? 0 : costs_.transposed_sent(root);
  const double each = (all + std::min(all / others, rows)) / others;
  std::vector<double> begin;
  for (int i = 0; i < panels_.p(); ++i)
    if (i != root) begin.push_back(links_.shared() ? time : std::max(time, diagonal_factor(i).expected));
  const std::vector<double> end = fair_share_ends(begin, each);
  double last = time;
  for (int i = 0; i < panels_.p(); ++i) {
    if (i == root) continue;
    diagonal_factor(i).factored =
        end[static_cast<std::size_t>(i < root ? i : i - 1)] + costs_.latency_down(j);
    last = std::max(last, diagonal_factor(i).factored);
  }
  // Its own rows leave when the factor has, where they go to other process columns.
  if (panels_.q() > 1) diagonal_factor(root).factored = last;
}

// When its columns are there.
void FactorRun::first_panel(int j) {
  send_diagonal_block(j, moved_.here(panels_[0].end) + costs_.diagonal_block());
  const bool together = algorithm_.sync != ColumnSync::none;
  for (int i = 0; i < panels_.p(); ++i)
    clocks_.free[at(i, j)] = clocks_.ready_of(i) =
        diagonal_factor(i).factored + (together ? costs_.factor_panel() : costs_.panel_part(i));
}

// How many panels process (i, j) has yet to subtract from the next panel's columns at `time`, beside this one: those of
// its updates that it has not begun. In each of them the columns of near panels come first.
double FactorRun::panels_behind(int i, int j, double time) const {
  const double update = costs_.update(i, j), debt = clocks_.before[at(i, j)] - time;
  return update > 0 ? std::max(debt / update - 1, 0.0) : 0;
}

// Process (i, j) brings its rows of the next panel's columns up to date: between the slices of whatever update it is at;
// what it is behind with other columns, it does later.
void FactorRun::bring_up_to_date(int i, int j) {
  double begins = std::max(transposed_ ? transposed_->next_begins(i) : clocks_.arrived[at(i, j)],
                           moved_.here(panels_[step_ + 1].end));
  if (!finished_.empty()) begins = std::max(begins, finished_[(step_ + 1) % finished_.size()][at(i, j)]);
  const double looks = begins + clocks_.until_look(costs_, i, j, begins);
  double& ready = clocks_.ready_of(i);
  ready = looks + (1 + panels_behind(i, j, begins)) * costs_.next_panel_update(i);
  diagonal_factor(i).expected = looks;
  diagonal_factor(i).slice = costs_.update_slice(i, j, std::max(clocks_.free[at(i, j)] - ready, 0.0));
}

// What process (i, j) is late when the factor comes: it goes on with the update of this step when it has waited for long.
double FactorRun::late_for_factor(int i, int j) const {
  const double factored = diagonal_factor(i).factored, free = clocks_.free[at(i, j)];
  const bool waits = factored <= clocks_.ready[static_cast<std::size_t>(i)] + diagonal_patience(panels_.q());
  if (waits || factored <= clocks_.start[at(i, j)] || factored >= free) return 0;
  return std::min(diagonal_factor(i).slice / 2, free - factored);
}

void FactorRun::next_panel_between(int j) {
  for (int i = 0; i < panels_.p(); ++i) bring_up_to_date(i, j);
  const int root = panels_.diagonal_row(step_ + 1);
  double factor = clocks_.ready_of(root);
  costs_.advance_to(step_ + 1);
  for (int i = 0; i < panels_.p(); ++i)
    if (costs_.diagonal_rows(i) > 0)
      factor = std::max(factor, clocks_.ready_of(i) + costs_.diagonal_rows_collected(i));
  send_diagonal_block(j, factor + costs_.diagonal_block());
  for (int i = 0; i < panels_.p(); ++i) {
    double& ready = clocks_.ready_of(i);
    double& free = clocks_.free[at(i, j)];
    const double factored = diagonal_factor(i).factored + (i == root ? 0 : late_for_factor(i, j));
    free = std::max(free, ready) + costs_.panel_part(i);
    ready = std::max(ready, factored) + costs_.panel_part(i);
  }
}

void FactorRun::next_panel(int j) {
  if (algorithm_.sync == ColumnSync::none) return next_panel_between(j);
  const double updated = next_panel_in_order(j);
  // The pieces of LU's update whose rows have come are multiplied once the panel is done.
  const bool pieces_follow = rows_share_links();
  const int pieces = costs_.update_pieces(j);
  for (int i = 0; i < panels_.p(); ++i)
    after_next_[static_cast<std::size_t>(i)] = {
        costs_.update(i, j) - costs_.next_panel_update(i),
        pieces_follow ? costs_.exchange_messages(i) * pieces : costs_.panel_chunks(i, panels_.q())};
  costs_.advance_to(step_ + 1);
  const double panel = costs_.factor_panel() + panel_lengthened(j, updated);
  std::fill(clocks_.ready.begin(), clocks_.ready.end(), updated + costs_.diagonal_block() + panel);
  for (int i = 0; i < panels_.p(); ++i) {
    double& free = clocks_.free[at(i, j)];
    free += panel;
    if (!pieces_follow) continue;
    const double left = after_next_[static_cast<std::size_t>(i)].update;
    first_piece_[at(i, j)] = clocks_.ready_of(i) + left / pieces;
    free = std::max(free, clocks_.ready_of(i) + left);
  }
}

}  // namespace het
