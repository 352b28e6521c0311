#include "src/model/factor/parts/next_panel.hpp"

#include <algorithm>

#include "src/distribution/panels/panel_ends.hpp"

namespace het {

using LookAhead = FactorAlgorithm::LookAhead;

NextPanel::NextPanel(StepContext& now, const PanelTravel& travel)
    : StepPart(now), travel_(travel), factors_(now), after_next_(now.clocks.ready.size()) {
  if (algorithm_.look_ahead == LookAhead::window)
    finished_.assign(static_cast<std::size_t>(panels_in_window(panels_.widest())), clocks_.free);
}

void NextPanel::wait_for_room() {
  if (finished_.empty()) return;
  const auto& before = finished_[now_.step % finished_.size()];
  for (std::size_t k = 0; k < clocks_.arrived.size(); ++k)
    clocks_.arrived[k] = std::max(clocks_.arrived[k], before[k]);
}

void NextPanel::note_finished() {
  if (!finished_.empty()) finished_[now_.step % finished_.size()] = clocks_.free;
}

void NextPanel::factor_first() {
  const int j = panels_[0].col;
  factors_.send(j, moved_.here(panels_[0].end) + costs_.diagonal_block());
  const bool together = algorithm_.sync != ColumnSync::none;
  const double panel = together ? costs_.factor_panel() + lengthened_by_strips() : 0;
  for (int i = 0; i < panels_.p(); ++i)
    clocks_.free[at(i, j)] = clocks_.ready_of(i) =
        factors_.factored(i) + (together ? panel : costs_.panel_part(i));
}

// How much longer the first panel takes because links still carry strips of a matrix that comes.
double NextPanel::lengthened_by_strips() const {
  if (!moved_.moves() || panels_.p() == 1 || links_.shared()) return 0;
  const double busy = moved_.all_here() - moved_.here(panels_[0].end);
  double longer = 0;
  for (int i = 0; i < panels_.p(); ++i)
    longer = std::max(longer, costs_.lengthened_panel(busy, moved_.messages_together(at(i, panels_[0].col))));
  return longer;
}

void NextPanel::factor() {
  const int j = panels_[now_.step + 1].col;
  if (algorithm_.sync == ColumnSync::none)
    factor_apart(j);
  else
    factor_together(j);
}

// F of the process of column j that is last.
double NextPanel::all_free(int j) const {
  double last = 0;
  for (int i = 0; i < panels_.p(); ++i)
    if (now_.in_use(i)) last = std::max(last, clocks_.free[at(i, j)]);
  return last;
}

// When sums that would be there at a time are. A wire they share with those of all others, of which a little more than half
// come before.
double NextPanel::sums_come(double time) const {
  constexpr double before = 0.55;
  if (algorithm_.sync != ColumnSync::within || panels_.p() == 1 || !links_.shared()) return time;
  return std::max(time, (1 - before) * time + before * links_.out(0));
}

// Returns when the columns of the next panel are up to date.
double NextPanel::update_columns(int j) {
  if (algorithm_.look_ahead == LookAhead::none) return all_free(j);
  double updated = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!now_.in_use(i)) continue;
    updated = std::max(updated, clocks_.start[at(i, j)] + costs_.next_panel_update(i));
  }
  const double alone = updated;
  updated = std::max(updated, moved_.here(panels_[now_.step + 1].end));
  if (algorithm_.sync == ColumnSync::within && panels_.p() > 1)
    updated = sums_come(updated + costs_.exchange_down(j, costs_.first_exchanged(j)));
  // What a process waits for in the rest of its update comes later by as much as the last of them is held up; it does not
  // wait for that one twice.
  for (int i = 0; i < panels_.p(); ++i) {
    if (!now_.in_use(i)) continue;
    double& free = clocks_.free[at(i, j)];
    free = std::max(free + updated - alone, updated + costs_.update(i, j) - costs_.next_panel_update(i));
  }
  return updated;
}

// How much longer the panel takes beside what its column's links are busy with from `begins` on: rows for the rest of
// the update before, or the panel before.
double NextPanel::lengthened(int j, double begins) const {
  if (algorithm_.look_ahead == LookAhead::none || panels_.p() == 1 || links_.shared()) return 0;
  double longer = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    const double busy = std::max(links_.out(at(i, j)) - begins, 0.0);
    longer =
        std::max(longer, costs_.lengthened_panel(busy, after_next_[static_cast<std::size_t>(i)].messages));
  }
  return longer;
}

// Notes which processes do some of their update while they wait for messages of the panel that costs_ look at; how many.
int NextPanel::fill_waits() {
  int fillers = 0;
  for (AfterNext& after : after_next_) fillers += after.fills_waits = costs_.fills_waits(after.update);
  return fillers;
}

// The columns of the next panel first, then the panel, then the rest.
void NextPanel::factor_together(int j) {
  const double updated = update_columns(j);
  // The pieces of LU's update whose rows have come are multiplied once the panel is done.
  const bool pieces_follow = now_.rows_share_links();
  const int pieces = costs_.update_pieces(j);
  for (int i = 0; i < panels_.p(); ++i)
    after_next_[static_cast<std::size_t>(i)] = {
        costs_.update(i, j) - costs_.next_panel_update(i),
        pieces_follow ? costs_.exchange_messages(i) * pieces : costs_.panel_chunks(i, panels_.q()), false};
  now_.costs.advance_to(now_.step + 1);
  const int fillers = pieces_follow ? fill_waits() : 0;
  const double panel = costs_.factor_panel() + lengthened(j, updated) + costs_.lengthened_by_tiles(fillers);
  std::ranges::fill(clocks_.ready, updated + costs_.diagonal_block() + panel);
  for (int i = 0; i < panels_.p(); ++i) {
    double& free = clocks_.free[at(i, j)];
    const AfterNext& after = after_next_[static_cast<std::size_t>(i)];
    const double meanwhile = after.fills_waits ? std::min(panel - costs_.panel_part(i), after.update) : 0;
    free += panel - meanwhile;
    if (!pieces_follow) continue;
    clocks_.first_piece[at(i, j)] = clocks_.ready_of(i) + std::max(after.update / pieces - meanwhile, 0.0);
    free = std::max(free, clocks_.ready_of(i) + after.update - meanwhile);
  }
}

// How many panels process (i, j) has yet to subtract from the next panel's columns at `time`, beside this one: those of
// its updates that it has not begun. In each of them the columns of near panels come first.
double NextPanel::panels_behind(int i, int j, double time) const {
  const double update = costs_.update(i, j), debt = clocks_.before[at(i, j)] - time;
  return update > 0 ? std::max(debt / update - 1, 0.0) : 0;
}

// Process (i, j) brings its rows of the next panel's columns up to date: between the slices of whatever update it is at;
// what it is behind with other columns, it does later.
void NextPanel::bring_up_to_date(int i, int j) {
  double begins = std::max(travel_.next_begins(i, j), moved_.here(panels_[now_.step + 1].end));
  if (!finished_.empty()) begins = std::max(begins, finished_[(now_.step + 1) % finished_.size()][at(i, j)]);
  const double looks = begins + clocks_.until_look(costs_, i, j, begins);
  double& ready = clocks_.ready_of(i);
  ready = looks + (1 + panels_behind(i, j, begins)) * costs_.next_panel_update(i);
  factors_.expect(i, looks, costs_.update_slice(i, j, std::max(clocks_.free[at(i, j)] - ready, 0.0)));
}

// Each process row's part is ready when it has the factor of the diagonal block, whose rows have come to one process.
void NextPanel::factor_apart(int j) {
  for (int i = 0; i < panels_.p(); ++i) bring_up_to_date(i, j);
  const int root = panels_.diagonal_row(now_.step + 1);
  double factor = clocks_.ready_of(root);
  now_.costs.advance_to(now_.step + 1);
  for (int i = 0; i < panels_.p(); ++i)
    if (costs_.diagonal_rows(i) > 0)
      factor = std::max(factor, clocks_.ready_of(i) + costs_.diagonal_rows_collected(i));
  factors_.send(j, factor + costs_.diagonal_block());
  for (int i = 0; i < panels_.p(); ++i) {
    double& ready = clocks_.ready_of(i);
    double& free = clocks_.free[at(i, j)];
    const double factored = factors_.factored(i) + (i == root ? 0 : factors_.late(i, j));
    free = std::max(free, ready) + costs_.panel_part(i);
    ready = std::max(ready, factored) + costs_.panel_part(i);
  }
}

}  // namespace het
