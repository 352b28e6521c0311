#include "src/model/factor/factor_run.hpp"

#include <algorithm>
#include <utility>

#include "src/distribution/panels/panel_ends.hpp"

namespace het {

using LookAhead = FactorAlgorithm::LookAhead;

FactorRun::FactorRun(const FactorAlgorithm& algorithm, const AxisMap& cols, const Panels& panels,
                     StepCosts& costs, const MovedMatrix& moved)
    : algorithm_(algorithm),
      panels_(panels),
      audience_(cols, panels.all(), algorithm.route),
      costs_(costs),
      moved_(moved),
      links_(static_cast<std::size_t>(panels.p() * panels.q()), costs.shared_medium()),
      clocks_(panels.p(), panels.q()) {
  first_piece_ = rows_carried_ = own_of_panel_ = clocks_.free;
  sums_behind_panel_ = clocks_.ready;
  after_next_.resize(clocks_.ready.size());
  if (algorithm.transposed && panels.p() > 1) transposed_.emplace(panels, costs, links_, clocks_);
  if (algorithm.look_ahead == LookAhead::window)
    finished_.assign(static_cast<std::size_t>(panels_in_window(panels.widest())), clocks_.free);
  if (moved.moves()) occupy_with_move();
}

// What comes has many messages on each link; panels follow it.
void FactorRun::occupy_with_move() {
  if (links_.shared()) return links_.occupy(0, {0, moved_.all_here()}, {0, moved_.all_here()});
  for (std::size_t k = 0; k < clocks_.free.size(); ++k)
    links_.occupy(k, {0, moved_.sent(k)}, {0, moved_.received(k)});
}

void FactorRun::send_panel() {
  const std::vector<int> places = audience_.ring(step_);
  std::fill(own_of_panel_.begin(), own_of_panel_.end(), 0);
  for (int i = 0; i < panels_.p(); ++i) send_along_row(i, places);
  if (transposed_) transposed_->send(step_);
}

// Whether the rows of an update are exchanged on links that carry a panel as well, or its rounds of messages.
bool FactorRun::rows_share_links() const {
  return algorithm_.sync == ColumnSync::before && algorithm_.look_ahead != LookAhead::none &&
         panels_.p() > 1 && !links_.shared();
}

// Seconds of rows that the link of process (i, j) carries beside its message of the panel, which would be through by
// `until`: all pieces are under way, and each of their messages has as much of the link as one of the panel's chunks.
double FactorRun::rows_on_link_of(int i, int j, double until, double message, double chunks) const {
  const double rows = costs_.exchange_of(i, j, costs_.trailing_exchanged(j)).sent;
  const double together =
      std::clamp(until - std::max(clocks_.arrived[at(i, j)], first_piece_[at(i, j)]), 0.0, message);
  return std::min(rows, together * costs_.exchange_messages(i) * costs_.update_pieces(j) / chunks);
}

// From process to process. That one which computes passes on only when it looks at its messages is left out, less than
// 2 % of the whole.
void FactorRun::send_along_row(int i, const std::vector<int>& places) {
  double time = clocks_.ready_of(i);
  if (rows_share_links())
    for (int j = 0; j < panels_.q(); ++j) rows_carried_[at(i, j)] = 0;
  clocks_.arrived[at(i, places.front())] = time;
  const double chunks = costs_.panel_chunks(i, static_cast<int>(places.size()));
  // Of what the panel's owner exchanges meanwhile, each message has as much of the link as one of the panel's.
  double& behind = sums_behind_panel_[static_cast<std::size_t>(i)];
  for (std::size_t place = 1; place < places.size(); ++place) {
    const int from = places[place - 1], to = places[place];
    const std::size_t sender = at(i, from), receiver = at(i, to);
    own_of_panel_[receiver] = costs_.own_of_panel(i, from, to);
    double message = costs_.panel_message(i, from, to);
    if (place == 1) {
      const double shared = std::min(behind, message * (panels_.p() - 1) / chunks);
      message += shared;
      behind -= shared;
    }
    if (rows_share_links()) {
      const double sends = std::max({time, links_.out(sender), links_.in(receiver)});
      rows_carried_[sender] = rows_on_link_of(i, from, sends + message, message, chunks);
      message += rows_carried_[sender];
    }
    time = costs_.latency_along(i, from, to) +
           (transposed_ ? links_.sent_ahead(sender, receiver, std::max(time, transposed_->receives(receiver)),
                                            message, chunks)
                        : links_.sent(sender, receiver, time, message, chunks));
    clocks_.arrived[receiver] = time;
  }
  if (behind > 0) links_.send(at(i, places.front()), clocks_.ready_of(i), behind, panels_.p() - 1);
  behind = 0;
}

// A panel has no room where the one that was in its place has not been subtracted.
void FactorRun::hold_back() {
  if (finished_.empty()) return;
  const auto& before = finished_[step_ % finished_.size()];
  for (std::size_t k = 0; k < clocks_.arrived.size(); ++k)
    clocks_.arrived[k] = std::max(clocks_.arrived[k], before[k]);
}

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
  updated = std::max(updated, moved_.here(panels_[step_ + 1].end));
  if (sums) updated += costs_.exchange_down(j, costs_.first_exchanged(j));
  for (int i = 0; i < panels_.p(); ++i)
    if (in_use(i))
      clocks_.free[at(i, j)] += updated - (clocks_.start[at(i, j)] + costs_.next_panel_update(i));
  return updated;
}

// How many panels process (i, j) has yet to subtract from the next panel's columns at `time`, beside this one: those of
// its updates that it has not begun. In each of them the columns of near panels come first.
double FactorRun::panels_behind(int i, int j, double time) const {
  const double update = costs_.update(i, j), debt = clocks_.before[at(i, j)] - time;
  return update > 0 ? std::max(debt / update - 1, 0.0) : 0;
}

// Between the slices of whatever update a process is at; what it is behind with other columns, it does later.
void FactorRun::next_panel_between(int j) {
  const int row = panels_.diagonal_row(step_ + 1);
  for (int i = 0; i < panels_.p(); ++i) {
    double begins = std::max(transposed_ ? transposed_->next_begins(i) : clocks_.arrived[at(i, j)],
                             moved_.here(panels_[step_ + 1].end));
    if (!finished_.empty()) begins = std::max(begins, finished_[(step_ + 1) % finished_.size()][at(i, j)]);
    clocks_.ready_of(i) = begins + clocks_.until_look(costs_, i, j, begins) +
                          (1 + panels_behind(i, j, begins)) * costs_.next_panel_update(i);
  }
  double factor = clocks_.ready_of(row);
  costs_.advance_to(step_ + 1);
  for (int i = 0; i < panels_.p(); ++i)
    if (costs_.diagonal_rows(i) > 0)
      factor = std::max(factor, clocks_.ready_of(i) + costs_.diagonal_rows_collected(i));
  factor += costs_.diagonal_block();
  factor = diagonal_block_sent(j, factor);
  for (int i = 0; i < panels_.p(); ++i) {
    double& ready = clocks_.ready_of(i);
    clocks_.free[at(i, j)] = std::max(clocks_.free[at(i, j)], ready) + costs_.panel_part(i);
    ready = std::max(ready, factor) + costs_.panel_part(i);
  }
}

// To the caller's layout, on which all have equal parts; each process takes what it has there, as much in each column.
void FactorRun::leave() {
  double all = 0, first = clocks_.start.front();
  for (int i = 0; i < panels_.p(); ++i)
    for (int j = 0; j < panels_.q(); ++j) {
      const std::size_t k = at(i, j);
      const double seconds = costs_.final_elements(i, j) * moved_.seconds_per_element(k);
      links_.leave(k, std::max(clocks_.start[k], moved_.all_here()), seconds);
      all += seconds;
      first = std::min(first, clocks_.start[k]);
    }
  links_.arrive(std::max(first, moved_.all_here()), all / moved_.caller_processes());
  const double columns =
      static_cast<double>(panels_[step_].width()) / static_cast<double>(panels_[panels_.count() - 1].end);
  for (std::size_t k = 0; k < clocks_.free.size(); ++k)
    clocks_.free[k] += columns * moved_.own_of_way_back(k);
}

// In the end process columns without columns in the last panel hear what they have missed, one after the other.
double FactorRun::rest() const {
  const auto columns = audience_.rest();
  double seconds = 0;
  for (std::size_t k = 1; k < columns.size(); ++k) seconds += costs_.latency_along(0, columns[0], columns[k]);
  return seconds;
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

// The factor of the block on the diagonal of process column j's panel, which costs_ look at, from its process to all
// others, beside what that passes on: when it has arrived.
double FactorRun::diagonal_block_sent(int j, double time) {
  if (!algorithm_.diagonal_first || panels_.p() == 1) return time;
  return links_.sent_ahead_to_several(at(costs_.diagonal_row(), j), time, costs_.diagonal_messages(),
                                      panels_.p() - 1) +
         costs_.latency_down(j);
}

// When its columns are there.
void FactorRun::first_panel(int j) {
  const double factored = diagonal_block_sent(j, moved_.here(panels_[0].end) + costs_.diagonal_block());
  const bool together = algorithm_.sync != ColumnSync::none;
  for (int i = 0; i < panels_.p(); ++i)
    clocks_.free[at(i, j)] = clocks_.ready_of(i) =
        factored + (together ? costs_.factor_panel() : costs_.panel_part(i));
}

// The first step's update takes columns as they come, its last piece when all are there.
void FactorRun::wait_for_all_columns() {
  const bool exchange = algorithm_.sync != ColumnSync::none && panels_.p() > 1;
  const double later = moved_.comes_after(moved_.here(panels_[0].end));
  for (int j = 0; j < panels_.q(); ++j) {
    const double last =
        moved_.all_here() + (exchange ? costs_.exchange_down(j, costs_.later_exchanged(j)) : 0);
    for (int i = 0; i < panels_.p(); ++i) {
      double& free = clocks_.free[at(i, j)];
      free += moved_.own_of_way_in(at(i, j)) * later;
      free = std::max(free, last + costs_.update(i, j) / costs_.arriving_pieces(j));
    }
  }
}

// What the links carried since the panel before was ready tells how busy they are.
void FactorRun::pass_step() {
  links_.pass(clocks_.ready.front() - std::exchange(last_ready_, clocks_.ready.front()));
}

double FactorRun::run() {
  if (panels_.count() == 0) return 0;
  costs_.advance_to(0);
  first_panel(panels_[0].col);
  for (step_ = 0; step_ < panels_.count(); ++step_) {
    clocks_.before = clocks_.free;
    send_panel();
    hold_back();
    for (int j = 0; j < panels_.q(); ++j) update_column(j);
    balanced_ += costs_.balanced_update();
    if (step_ == 0 && moved_.moves()) wait_for_all_columns();
    if (moved_.moves()) leave();
    pass_step();
    if (!finished_.empty()) finished_[step_ % finished_.size()] = clocks_.free;
    if (step_ + 1 == panels_.count()) break;
    next_panel(panels_[step_ + 1].col);
  }
  return end();
}

// What the last step does not hide of the way back, in parts of a move: the last strips, each of which ends with its
// slowest process; where Cholesky's panels go both ways their messages leave nothing of a link to what leaves. As simulated
// on nine to sixteen processors at 1 and 10 Gb/s; with a quarter and four fifths predictions are nearly as good.
double FactorRun::way_back_seen() const {
  return transposed_ && panels_.q() > 1 && !links_.shared() ? 1 : 1.0 / 3;
}

double FactorRun::end() const {
  double last_of_all = 0;
  for (int j = 0; j < panels_.q(); ++j) {
    double last = 0;
    for (int i = 0; i < panels_.p(); ++i) last = std::max(last, clocks_.free[at(i, j)]);
    last_of_all = std::max(last_of_all, last + (moved_.moves() ? 0 : costs_.left_interchanges(j)));
  }
  if (moved_.moves()) last_of_all = links_.end(last_of_all) + way_back_seen() * moved_.all_here();
  return last_of_all + rest();
}

}  // namespace het
