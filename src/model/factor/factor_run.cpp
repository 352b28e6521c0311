#include "src/model/factor/factor_run.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

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
  left_.resize(clocks_.free.size());
  first_piece_ = rows_carried_ = own_of_panel_ = clocks_.free;
  sums_behind_panel_ = clocks_.ready;
  after_next_.resize(clocks_.ready.size());
  diagonal_factors_.resize(clocks_.ready.size());
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
  const bool own_beside = algorithm_.look_ahead == LookAhead::one_panel && step_ + 1 < panels_.count();
  next_ring_ = own_beside ? audience_.ring(step_ + 1) : std::vector<int>{};
  std::fill(own_of_panel_.begin(), own_of_panel_.end(), 0);
  if (transposed_) transposed_->send_head(step_);
  for (int i = 0; i < panels_.p(); ++i) send_along_row(i, places);
  if (transposed_) transposed_->send_all();
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

// How much later process (i, from)'s message of the panel is through that would be at `through`, because its own panel, the
// next one, leaves to another process beside it: each has half of the link.
double FactorRun::beside_own_panel(int i, int from, int to, double through, double message) const {
  if (next_ring_.size() < 2 || next_ring_[0] != from || next_ring_[1] == to) return 0;
  const std::size_t k = at(i, from);
  const double own =
      std::max(clocks_.arrived[k], clocks_.free[k]) + costs_.next_panel_update(i) + costs_.factor_panel();
  return std::clamp(through - own, 0.0, message);
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
    time += beside_own_panel(i, from, to, time, message);
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

// Strips whose columns are factored, and from a process that is through with its own columns, where it hears of no others,
// all of them; to where they lie on the caller's layout. Each process takes what it has there, as much in each column.
void FactorRun::leave() {
  const auto& strips = moved_.strips_back();
  const auto factored = static_cast<std::size_t>(
      std::ranges::count_if(strips, [&](const auto& s) { return s.over <= panels_[step_].end; }));
  const auto may_go = [&](std::size_t k) {
    const int j = static_cast<int>(k) % panels_.q();
    const bool through = algorithm_.route.to_those_in_need && panels_.cols_left(step_ + 1, j) == 0;
    return through ? strips.size() : factored;
  };
  std::size_t end = 0;
  for (std::size_t k = 0; k < left_.size(); ++k)
    if (const std::size_t mine = may_go(k); mine > left_[k]) end = std::max(end, mine);
  for (std::size_t s = std::ranges::min(left_); s < end; ++s) {
    double gone = 0, first = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < left_.size(); ++k) {
      if (s < left_[k] || s >= may_go(k)) continue;
      left_[k] = s + 1;
      const double time = std::max(clocks_.start[k], moved_.all_here());
      links_.leave(k, time, strips[s].sent[k]);
      gone += strips[s].sent[k];
      first = std::min(first, time);
    }
    for (std::size_t k = 0; gone > 0 && k < left_.size(); ++k)
      links_.arrive(k, first, strips[s].received[k] * gone / strips[s].all);
  }
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
void FactorRun::pass_step() { links_.pass(clocks_.ready.front()); }

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

// What the last step does not hide of the way back, in parts of what a move takes without copies: the last strips, each of
// which ends with its slowest process; where Cholesky's panels go both ways their messages leave little of a link to what
// leaves. As simulated on nine to sixteen processors at 1 and 10 Gb/s.
double FactorRun::way_back_seen() const {
  return transposed_ && panels_.q() > 1 && !links_.shared() ? 0.45 : 0.15;
}

double FactorRun::end() const {
  double last_of_all = 0;
  for (int j = 0; j < panels_.q(); ++j) {
    double last = 0;
    for (int i = 0; i < panels_.p(); ++i) last = std::max(last, clocks_.free[at(i, j)]);
    last_of_all = std::max(last_of_all, last + (moved_.moves() ? 0 : costs_.left_interchanges(j)));
  }
  if (moved_.moves()) last_of_all = links_.end(last_of_all) + way_back_seen() * moved_.without_copies();
  return last_of_all + rest();
}

}  // namespace het
