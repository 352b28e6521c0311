#include "src/model/factor/parts/panel_travel.hpp"

#include <algorithm>

namespace het {

PanelTravel::PanelTravel(StepContext& now, const AxisMap& cols)
    : StepPart(now), audience_(cols, now.panels.all(), now.algorithm.route) {
  if (now.travels_down()) transposed_.emplace(now.panels, now.costs, now.links, now.clocks);
}

void PanelTravel::send() {
  const std::vector<int> places = audience_.ring(now_.step);
  const bool own_beside = algorithm_.look_ahead == FactorAlgorithm::LookAhead::one_panel && !now_.last();
  next_ring_ = own_beside ? audience_.ring(now_.step + 1) : std::vector<int>{};
  std::ranges::fill(clocks_.own_of_panel, 0);
  if (transposed_) transposed_->send_head(now_.step);
  for (int i = 0; i < panels_.p(); ++i) send_along_row(i, places);
  for (int i = 0; i < panels_.p(); ++i) send_sums_behind(i, places.front());
  if (transposed_) transposed_->send_all();
}

// From process to process. That one which computes passes on only when it looks at its messages is left out, less than
// 2 % of the whole.
void PanelTravel::send_along_row(int i, const std::vector<int>& places) {
  const int owner = places.front();
  if (now_.rows_share_links())
    for (int j = 0; j < panels_.q(); ++j) clocks_.rows_carried[at(i, j)] = 0;
  const double chunks = costs_.panel_chunks(i, static_cast<int>(places.size()));
  double time = clocks_.arrived[at(i, owner)] = clocks_.ready_of(i);
  for (std::size_t place = 1; place < places.size(); ++place) {
    const int from = places[place - 1], to = places[place];
    double message = costs_.panel_message(i, from, to);
    if (from == owner) message += sums_beside(i, message, chunks);
    if (now_.rows_share_links()) message += rows_beside(i, from, to, time, message, chunks);
    time = costs_.latency_along(i, from, to) + through(at(i, from), at(i, to), time, message, chunks);
    time += beside_own_panel(i, from, to, time, message);
    clocks_.arrived[at(i, to)] = time;
    clocks_.own_of_panel[at(i, to)] = costs_.own_of_panel(i, from, to, chunks);
  }
}

void PanelTravel::send_sums_behind(int i, int owner) {
  double& behind = clocks_.sums_behind_panel[static_cast<std::size_t>(i)];
  if (behind > 0) links_.send(at(i, owner), clocks_.ready_of(i), behind, panels_.p() - 1);
  behind = 0;
}

// Seconds of sums that leave beside the panel's first message: each of theirs has as much of the link as one of the
// panel's chunks. The others leave behind it.
double PanelTravel::sums_beside(int i, double message, double chunks) {
  double& behind = clocks_.sums_behind_panel[static_cast<std::size_t>(i)];
  const double shared = std::min(behind, message * (panels_.p() - 1) / chunks);
  behind -= shared;
  return shared;
}

// Seconds of rows that leave beside a message which could begin at `time`.
double PanelTravel::rows_beside(int i, int from, int to, double time, double message, double chunks) {
  const std::size_t sender = at(i, from);
  const double sends = std::max({time, links_.out(sender), links_.in(at(i, to))});
  return clocks_.rows_carried[sender] = rows_on_link_of(i, from, sends + message, message, chunks);
}

// Seconds of rows that the link of process (i, j) carries beside its message of the panel, which would be through by
// `until`: all pieces are under way, and each of their messages has as much of the link as one of the panel's chunks.
double PanelTravel::rows_on_link_of(int i, int j, double until, double message, double chunks) const {
  const std::size_t k = at(i, j);
  const double rows = costs_.exchange_of(i, j, costs_.trailing_exchanged(j)).sent;
  const double together =
      std::clamp(until - std::max(clocks_.arrived[k], clocks_.first_piece[k]), 0.0, message);
  return std::min(rows, together * costs_.exchange_messages(i) * costs_.update_pieces(j) / chunks);
}

// When a message that could begin at `time` is through: after others, or ahead of what is under way.
double PanelTravel::through(std::size_t from, std::size_t to, double time, double message, double chunks) {
  if (!transposed_) return links_.sent(from, to, time, message, chunks);
  return links_.sent_ahead(from, to, std::max(time, transposed_->receives(to)), message, chunks);
}

// How much later process (i, from)'s message of the panel is through that would be at `through`, because its own panel, the
// next one, leaves to another process beside it: each has half of the link.
double PanelTravel::beside_own_panel(int i, int from, int to, double through, double message) const {
  if (next_ring_.size() < 2 || next_ring_[0] != from || next_ring_[1] == to) return 0;
  const std::size_t k = at(i, from);
  const double own =
      std::max(clocks_.arrived[k], clocks_.free[k]) + costs_.next_panel_update(i) + costs_.factor_panel();
  return std::clamp(through - own, 0.0, message);
}

double PanelTravel::next_begins(int i, int j) const {
  return transposed_ ? transposed_->next_begins(i) : clocks_.arrived[at(i, j)];
}

// From the owner of the last panel to one after the other.
double PanelTravel::rest() const {
  const auto columns = audience_.rest();
  double seconds = 0;
  for (std::size_t k = 1; k < columns.size(); ++k) seconds += costs_.latency_along(0, columns[0], columns[k]);
  return seconds;
}

}  // namespace het
