#include "src/model/factor/factor_run.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "src/distribution/panels/panel_ends.hpp"

namespace het {

using LookAhead = FactorAlgorithm::LookAhead;
using Ring = FactorAlgorithm::Ring;

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

}  // namespace

FactorRun::FactorRun(const FactorAlgorithm& algorithm, const Panels& panels, StepCosts& costs, bool moves)
    : algorithm_(algorithm),
      panels_(panels),
      costs_(costs),
      moves_(moves),
      links_(static_cast<std::size_t>(panels.p() * panels.q()), costs.shared_medium()),
      by_columns_(static_cast<std::size_t>(panels.q())) {
  std::iota(by_columns_.begin(), by_columns_.end(), 0);
  if (algorithm.ring == Ring::next_and_biggest_first)
    std::stable_sort(by_columns_.begin(), by_columns_.end(),
                     [&](int a, int b) { return panels.cols_left(0, a) > panels.cols_left(0, b); });
  free_.resize(static_cast<std::size_t>(panels.p() * panels.q()));
  here_ = before_ = all_here_ = start_ = first_piece_ = free_;
  ready_.resize(static_cast<std::size_t>(panels.p()));
  parts_ = leaves_ = behind_ = came_ = early_ = ready_;
  if (algorithm.look_ahead == LookAhead::window)
    finished_.assign(static_cast<std::size_t>(panels_in_window(panels.widest())), free_);
}

double FactorRun::wait_for_look(int i, int j, double time) const {
  const double left = free_[at(i, j)] - time;
  return left <= 0 ? 0 : std::min(left, costs_.slice(i, j, left) / 2);
}

void FactorRun::send_panel() {
  for (int i = 0; i < panels_.p(); ++i) send_along_row(i);
  if (!second_trip()) return;
  send_head();
  send_transposed();
  // A panel is not begun to be received before the last but one is here.
  for (std::size_t k = 0; k < here_.size(); ++k) all_here_[k] = here_[k] = std::max(here_[k], all_here_[k]);
}

bool FactorRun::needs_panel(int j) const {
  return !algorithm_.to_those_in_need || panels_.cols_left(step_ + 1, j) > 0;
}

int FactorRun::on_ring() const {
  int count = 1;
  for (int j = 0; j < panels_.q(); ++j) count += j != panels_[step_].col && needs_panel(j);
  return count;
}

// From process to process. That one which computes passes on only when it looks at its messages is left out, less than
// 2 % of the whole.
void FactorRun::send_along_row(int i) {
  const int owner = panels_[step_].col, q = panels_.q();
  const int next = step_ + 1 < panels_.count() ? panels_[step_ + 1].col : owner;
  int from = owner;
  double time = ready_[static_cast<std::size_t>(i)];
  here_[at(i, owner)] = time;
  const double chunks = costs_.chunks(i, on_ring());
  const auto pass = [&](int to) {
    if (!needs_panel(to)) return;
    const std::size_t sender = at(i, from), receiver = at(i, to);
    const double message = costs_.message(i, from, to);
    time = costs_.latency(i, from, to) +
           (second_trip()
                ? links_.sent_ahead(sender, receiver, std::max(time, all_here_[receiver]), message, chunks)
                : links_.sent(sender, receiver, time, message, chunks));
    here_[receiver] = time;
    from = to;
  };
  const bool next_first = algorithm_.ring != Ring::in_order && next != owner;
  if (next_first) pass(next);
  for (int step = 1; step <= q; ++step) {
    const int to = algorithm_.ring == Ring::next_and_biggest_first
                       ? by_columns_[static_cast<std::size_t>(step - 1)]
                       : (owner + step) % q;
    if (to != owner && !(next_first && to == next)) pass(to);
  }
}

// Of the rows that the next panel's process column needs a second time those that its panel needs go ahead, from process
// to process down the column.
void FactorRun::send_head() {
  if (step_ + 1 == panels_.count()) return;
  const PlacedPanel& next = panels_[step_ + 1];
  const double message = costs_.head_message(), latency = costs_.latency_down(next.col);
  double time = ready_[static_cast<std::size_t>(next.row)];
  std::size_t from = at(next.row, panels_[step_].col);
  for (int step = 0; step < panels_.p(); ++step) {
    const int i = (next.row + step) % panels_.p();
    const std::size_t to = at(i, next.col);
    if (step > 1) time += wait_for_look((i + panels_.p() - 1) % panels_.p(), next.col, time);
    if (step > 0) time = links_.sent_ahead(from, to, std::max(time, all_here_[to]), message, 1) + latency;
    early_[static_cast<std::size_t>(i)] = std::max({here_[to], all_here_[to], step > 0 ? time : 0.0});
    from = step > 0 ? to : from;
  }
}

// The rows that have the numbers of a process column's columns come down this column, from process to process, once
// the panel's rows have left; but for the head.
void FactorRun::send_transposed() {
  const int owner = panels_[step_].col;
  const bool last = step_ + 1 == panels_.count();
  const double head = last ? 0 : costs_.head_message();
  const auto without_head = [&](double seconds, bool has_it) {
    return has_it ? std::max(seconds - head, 0.0) : seconds;
  };
  for (int i = 0; i < panels_.p() && !links_.shared(); ++i) {
    const double left = std::max(links_.out(at(i, owner)), ready_[static_cast<std::size_t>(i)]);
    links_.send(at(i, owner), left + wait_for_look(i, owner, left),
                without_head(costs_.second_message(i), !last && i == panels_[step_ + 1].row), panels_.q());
  }
  for (int j = 0; j < panels_.q(); ++j)
    send_down(j, without_head(costs_.transposed_message(j), !last && j == panels_[step_ + 1].col));
}

// The parts of `whole` that process rows have, by their rows; the longest of them, 0 if none has any.
double FactorRun::cut_parts(int j, double whole) {
  double rows = 0, longest = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const int row = static_cast<int>(i);
    parts_[i] = panels_.meet(step_ + 1, row, j) ? static_cast<double>(panels_.rows_left(step_ + 1, row)) : 0;
    rows += parts_[i];
  }
  for (double& part : parts_)
    if (part > 0) longest = std::max(longest, part *= whole / rows);
  return longest;
}

// From each process row that has some of `whole`, its part, all the way round. The panel's own processes send all of
// their rows once more for that, and all that one of them sends arrives together.
void FactorRun::send_down(int j, double whole) {
  const int p = panels_.p(), owner = panels_[step_].col;
  const double longest = cut_parts(j, whole), latency = costs_.latency_down(j);
  double sources = 0, begun = 0, leaves = 0, looks = 0, longest_short = 0;
  for (int i = 0; i < p; ++i) {
    const std::size_t row = static_cast<std::size_t>(i);
    if (parts_[row] == 0) continue;
    ++sources;
    leaves_[row] = links_.out(at(i, owner));
    begun = std::max(begun, ready_[row]);
    leaves = std::max(leaves, leaves_[row]);
    if (parts_[row] < longest / 2) longest_short = std::max(longest_short, parts_[row]);
  }
  if (sources == 0) return;
  const double travels = latency + whole / sources;
  for (int i = 0; i < p; ++i) looks += wait_for_look(i, j, leaves + latency + (p - 2) * travels) / p;
  // Each part takes its own time for a hop: long ones and short ones, as if each were the longest of them.
  std::fill(came_.begin(), came_.end(), never);
  go_round(longest / 2, longest, latency, looks);
  if (longest_short > 0) go_round(0, longest_short, latency, looks);
  for (int i = 0; i < p; ++i) {
    const std::size_t row = static_cast<std::size_t>(i), k = at(i, j);
    if (came_[row] == never) continue;
    const double received = whole - parts_[row];
    double& in = links_.in(k);
    in = std::max(in, begun) + received;
    if (!links_.shared()) links_.send(k, begun, received * (p - 2) / std::max(p - 1, 1), std::max(p - 1, 1));
    here_[k] = std::max({here_[k], came_[row], in + latency});
  }
}

// Parts of at least so many seconds and at most so many: when the last one that comes from others is at each process row.
void FactorRun::go_round(double least, double longest, double latency, double looks) {
  const double hop = latency + longest + looks;
  const std::size_t p = parts_.size();
  const auto leaves = [&](std::size_t i) {
    return parts_[i] > 0 && parts_[i] >= least && parts_[i] <= longest ? leaves_[i] : never;
  };
  // When it comes from process rows behind i, all the way round.
  double last = never;
  for (std::size_t i = p; i-- > 0;) {
    behind_[i] = last;
    last = std::max(last - hop, leaves(i) + static_cast<double>(p - 1) * hop);
  }
  last = never;  // and from those before it
  for (std::size_t i = 0; i < p; ++i) {
    came_[i] = std::max(came_[i], std::max(last, behind_[i]) - hop + latency);
    last = std::max(last, leaves(i)) + hop;
  }
}

// A panel has no room where the one that was in its place has not been subtracted.
void FactorRun::hold_back() {
  if (finished_.empty()) return;
  const auto& before = finished_[step_ % finished_.size()];
  for (std::size_t k = 0; k < here_.size(); ++k) here_[k] = std::max(here_[k], before[k]);
}

double FactorRun::slowest(int j, const std::vector<double>& times) const {
  double most = 0;
  for (int i = 0; i < panels_.p(); ++i)
    if (in_use(i)) most = std::max(most, times[at(i, j)]);
  return most;
}

// Rows are exchanged piece by piece, each as soon as the step before is through with it. Pieces that begin at the same
// time share the link, and none is there before all.
void FactorRun::update_before(int j) {
  const int pieces = costs_.pieces(j);
  const double each = costs_.exchange(j, costs_.columns(j) / pieces);
  double all = costs_.exchange(j, costs_.columns(j));
  const bool next_here =
      step_ + 1 < panels_.count() && panels_[step_ + 1].col == j && algorithm_.look_ahead != LookAhead::none;
  const double alone = next_here ? costs_.exchange(j, costs_.next_width()) : each;
  double begun = 0, last = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!in_use(i)) continue;
    const double arrived = here_[at(i, j)];
    begun = std::max({begun, arrived, first_piece_[at(i, j)]});
    last = std::max({last, arrived, free_[at(i, j)]});
  }
  if (panels_.p() > 1) {
    for (int i = 0; i < panels_.p(); ++i)
      begun = std::max({begun, links_.out(at(i, j)), links_.in(at(i, j))});
    double longest = all;
    for (int i = 0; i < panels_.p(); ++i)
      longest = std::max(longest, links_.beside_leaving(at(i, j), begun, all, panels_.p() - 1));
    all = longest;
    for (int i = 0; i < panels_.p(); ++i) links_.out(at(i, j)) = links_.in(at(i, j)) = begun + all;
  }
  last = std::max(last, begun);
  const double apart = all > 0 ? std::clamp((last - begun) / all, 0.0, 1.0) : 1;
  const double first = alone + (1 - apart) * std::max(all - alone, 0.0);
  for (int i = 0; i < panels_.p(); ++i) {
    const double update = costs_.update(i, j);
    const double start = std::max({free_[at(i, j)], here_[at(i, j)], begun + first});
    start_[at(i, j)] = start;
    first_piece_[at(i, j)] = start + update / pieces;
    free_[at(i, j)] = std::max(start + update, std::max(last + each, begun + all) + update / pieces);
  }
}

// Sums are exchanged between the two halves of the work on each piece.
void FactorRun::update_within(int j) {
  const int p = panels_.p(), pieces = costs_.pieces(j);
  const double part = 0.5 / pieces;
  double summed = 0;
  for (int i = 0; i < p; ++i) {
    if (!in_use(i)) continue;
    start_[at(i, j)] = std::max(free_[at(i, j)], here_[at(i, j)]);
    summed = std::max(summed, start_[at(i, j)] + (1 - part) * costs_.update(i, j));
  }
  if (p == 1) {
    free_[at(0, j)] = start_[at(0, j)] + costs_.update(0, j);
    return;
  }
  const double all = costs_.exchange(j, costs_.columns(j));
  double last = summed + costs_.exchange(j, costs_.columns(j) / pieces);
  for (int i = 0; i < p; ++i) {
    const std::size_t k = at(i, j);
    double& in = links_.in(k);
    in = std::max(in, start_[k]) + all;
    last = std::max(last, in);
    if (links_.shared()) break;  // `all` is everything that the wire carries for this
    last = std::max(last, links_.send(k, start_[k], all, p - 1));
  }
  for (int i = 0; i < p; ++i) {
    const double update = costs_.update(i, j);
    free_[at(i, j)] = std::max(start_[at(i, j)] + update, last + part * update);
  }
}

void FactorRun::update_column(int j) {
  switch (algorithm_.sync) {
    case ColumnSync::before:
      return update_before(j);
    case ColumnSync::within:
      return update_within(j);
    case ColumnSync::none:
      for (int i = 0; i < panels_.p(); ++i) {
        before_[at(i, j)] = free_[at(i, j)];
        start_[at(i, j)] = std::max(free_[at(i, j)], here_[at(i, j)]);
        free_[at(i, j)] = start_[at(i, j)] + costs_.update(i, j);
      }
  }
}

// The columns of the next panel first, then the panel, then the rest. `costs_` are those of the step; the panel's
// seconds come later. Returns when the columns are up to date.
double FactorRun::next_panel_in_order(int j) {
  if (algorithm_.look_ahead == LookAhead::none) return slowest(j, free_);
  const bool sums = algorithm_.sync == ColumnSync::within && panels_.p() > 1;
  double updated = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!in_use(i)) continue;
    updated = std::max(updated, start_[at(i, j)] + costs_.next(i));
  }
  if (sums) updated += costs_.exchange(j, costs_.next_width());
  for (int i = 0; i < panels_.p(); ++i)
    if (in_use(i)) free_[at(i, j)] += updated - (start_[at(i, j)] + costs_.next(i));
  return updated;
}

// Seconds until a process that is still at its update before looks at what has come at `time`. It looks once in a slice, at
// any time of it: after half of one, in the mean.
double FactorRun::until_look(int i, int j, double time) const {
  const double busy = before_[at(i, j)] - time;
  return busy <= 0 ? 0 : std::min(busy, costs_.slice(i, j, busy) / 2);
}

// Between the slices of whatever update a process is at; what it is behind, it does later.
void FactorRun::next_panel_between(int j) {
  const int row = panels_[step_ + 1].row;
  for (int i = 0; i < panels_.p(); ++i) {
    const double here = second_trip() ? early_[static_cast<std::size_t>(i)] : here_[at(i, j)];
    ready_[static_cast<std::size_t>(i)] = here + until_look(i, j, here) + costs_.next(i);
  }
  double factor = ready_[static_cast<std::size_t>(row)];
  costs_.advance_to(step_ + 1);
  for (int i = 0; i < panels_.p(); ++i)
    if (costs_.diagonal_rows(i) > 0)
      factor = std::max(factor, ready_[static_cast<std::size_t>(i)] + costs_.collected(i));
  factor += costs_.diagonal();
  // To all others, beside what its process passes on.
  if (panels_.p() > 1)
    factor = links_.sent_ahead(at(row, j), factor, costs_.factor_messages(), panels_.p() - 1) +
             costs_.latency_down(j);
  for (int i = 0; i < panels_.p(); ++i) {
    double& ready = ready_[static_cast<std::size_t>(i)];
    free_[at(i, j)] = std::max(free_[at(i, j)], ready) + costs_.panel(i);
    ready = std::max(ready, factor) + costs_.panel(i);
  }
}

void FactorRun::leave() {
  for (int i = 0; i < panels_.p(); ++i)
    for (int j = 0; j < panels_.q(); ++j) links_.leave(at(i, j), costs_.leaving(i, j));
}

// In the end process columns without columns in the last panel hear what they have missed, one after the other.
double FactorRun::rest() const {
  if (!algorithm_.to_those_in_need) return 0;
  const std::size_t last = panels_.count() - 1;
  const int owner = panels_[last].col;
  double seconds = 0;
  for (int j = 0; j < panels_.q(); ++j)
    if (panels_.cols_left(last, j) == 0) seconds += costs_.latency(0, owner, j);
  return seconds;
}

void FactorRun::next_panel(int j) {
  if (algorithm_.sync == ColumnSync::none) return next_panel_between(j);
  const double updated = next_panel_in_order(j);
  costs_.advance_to(step_ + 1);
  std::fill(ready_.begin(), ready_.end(), updated + costs_.diagonal() + costs_.panel());
  for (int i = 0; i < panels_.p(); ++i) free_[at(i, j)] += costs_.panel();
}

double FactorRun::run() {
  if (panels_.count() == 0) return 0;
  costs_.advance_to(0);
  std::fill(ready_.begin(), ready_.end(), costs_.diagonal() + costs_.factor_round() + costs_.panel());
  for (int i = 0; i < panels_.p(); ++i) free_[at(i, panels_[0].col)] = ready_.front();
  for (step_ = 0; step_ < panels_.count(); ++step_) {
    send_panel();
    hold_back();
    for (int j = 0; j < panels_.q(); ++j) update_column(j);
    balanced_ += costs_.balanced_update();
    if (moves_) leave();
    if (!finished_.empty()) finished_[step_ % finished_.size()] = free_;
    if (step_ + 1 == panels_.count()) break;
    next_panel(panels_[step_ + 1].col);
  }
  double end = 0;
  for (int j = 0; j < panels_.q(); ++j) {
    double last = 0;
    for (int i = 0; i < panels_.p(); ++i) last = std::max(last, free_[at(i, j)]);
    end = std::max(end, last + (moves_ ? 0 : costs_.at_end(j)));
  }
  if (moves_) end = std::max(end, links_.end());
  return end + rest();
}

}  // namespace het
