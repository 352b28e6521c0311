#include "src/model/factor/parts/transposed_travel.hpp"

#include <algorithm>
#include <limits>

namespace het {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

}  // namespace

TransposedTravel::TransposedTravel(const Panels& panels, const StepCosts& costs, LinkClocks& links,
                                   ProcessClocks& clocks)
    : panels_(panels),
      costs_(costs),
      links_(links),
      clocks_(clocks),
      all_before_(clocks.free),
      next_begins_(clocks.ready),
      head_came_(clocks.ready),
      parts_(clocks.ready),
      leaves_(clocks.ready),
      behind_(clocks.ready),
      came_(clocks.ready) {}

// The first hop of each part of the head. The rows that leave the same process at the same time come behind it in the clocks;
// each of their messages has an equal part of the link.
void TransposedTravel::send_head(std::size_t step) {
  step_ = step;
  head_.clear();
  if (last()) return;
  const int owner = panels_[step_].col, q = panels_.q();
  std::fill(head_came_.begin(), head_came_.end(), never);
  for (int row = 0; row < panels_.p(); ++row) {
    const Extent rows = panels_.rows_left(step_ + 1, row) - panels_.rows_left(step_ + 2, row);
    if (rows == 0) continue;
    const double seconds = costs_.transposed_head() * static_cast<double>(rows) /
                           static_cast<double>(panels_[step_ + 1].width());
    const double rows_beside = q > 1 ? std::min(costs_.panel_chunks(row, q) * seconds,
                                                costs_.panel_message(row, owner, (owner + 1) % q))
                                     : 0;
    head_.push_back({row, seconds, clocks_.ready_of(row)});
    pass_on(head_.back(), clocks_.at(row, owner), 1, rows_beside);
  }
}

// From process `from` to the one so many process rows below the one that has this part, a hop that takes `rows_beside`
// seconds longer for what leaves beside it; not once it has been all the way round. Notes when it has come there.
void TransposedTravel::pass_on(PartOfHead& part, std::size_t from, int hops, double rows_beside) {
  if (hops == panels_.p()) return;
  const int i = (part.row + hops) % panels_.p(), col = panels_[step_ + 1].col;
  const std::size_t to = clocks_.at(i, col);
  part.came = costs_.latency_down(col) + rows_beside +
              links_.sent_ahead(from, to, std::max(part.came, all_before_[to]), part.seconds, 1);
  double& came = head_came_[static_cast<std::size_t>(i)];
  came = std::max(came, part.came);
}

// From process to process down the column; then the next panel begins where rows and head are there.
void TransposedTravel::send_head_down() {
  const int col = panels_[step_ + 1].col, p = panels_.p();
  for (int hops = 1; hops < p; ++hops)
    for (PartOfHead& part : head_) {
      const int i = (part.row + hops) % p;
      part.came += clocks_.until_look(costs_, i, col, part.came);
      pass_on(part, clocks_.at(i, col), hops + 1, 0);
    }
  for (int i = 0; i < p; ++i) {
    const std::size_t at = static_cast<std::size_t>(i), k = clocks_.at(i, col);
    next_begins_[at] = std::max({clocks_.arrived[k], all_before_[k], head_came_[at]});
  }
}

void TransposedTravel::send_all() {
  std::vector<double>& arrived = clocks_.arrived;
  if (!last()) send_head_down();
  send_rest();
  for (std::size_t k = 0; k < arrived.size(); ++k)
    all_before_[k] = arrived[k] = std::max(arrived[k], all_before_[k]);
}

void TransposedTravel::send_rest() {
  const int owner = panels_[step_].col;
  for (int i = 0; i < panels_.p() && !links_.shared(); ++i) {
    const std::size_t k = clocks_.at(i, owner);
    const double left = std::max(links_.out(k), clocks_.ready_of(i));
    double rest = costs_.transposed_sent(i);
    for (const PartOfHead& part : head_)
      if (part.row == i) rest = std::max(rest - part.seconds, 0.0);
    links_.send(k, left + clocks_.until_look(costs_, i, owner, left), rest, panels_.q());
  }
  for (int j = 0; j < panels_.q(); ++j) {
    const bool has_head = !last() && j == panels_[step_ + 1].col;
    send_down(j, std::max(costs_.transposed_down(j) - (has_head ? costs_.transposed_head() : 0), 0.0));
  }
}

// The parts of `whole` that process rows have, by their rows; the longest of them, 0 if none has any.
double TransposedTravel::cut_parts(int j, double whole) {
  double rows = 0, longest = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    double& part = parts_[static_cast<std::size_t>(i)];
    part = panels_.meet(step_ + 1, i, j) ? static_cast<double>(panels_.rows_left(step_ + 1, i)) : 0;
    rows += part;
  }
  for (double& part : parts_)
    if (part > 0) longest = std::max(longest, part *= whole / rows);
  return longest;
}

// From each process row that has some of `whole`, its part, all the way round. The panel's own processes send all of
// their rows once more for that, and all that one of them sends arrives together.
void TransposedTravel::send_down(int j, double whole) {
  const int p = panels_.p(), owner = panels_[step_].col;
  const double longest = cut_parts(j, whole), latency = costs_.latency_down(j);
  double sources = 0, begun = 0, leaves = 0, looks = 0, longest_short = 0;
  for (int i = 0; i < p; ++i) {
    const std::size_t row = static_cast<std::size_t>(i);
    if (parts_[row] == 0) continue;
    ++sources;
    leaves_[row] = links_.out(clocks_.at(i, owner));
    begun = std::max(begun, clocks_.ready[row]);
    leaves = std::max(leaves, leaves_[row]);
    if (parts_[row] < longest / 2) longest_short = std::max(longest_short, parts_[row]);
  }
  if (sources == 0) return;
  const double travels = latency + whole / sources;
  for (int i = 0; i < p; ++i)
    looks += clocks_.until_look(costs_, i, j, leaves + latency + (p - 2) * travels) / p;
  // Each part takes its own time for a hop: long ones and short ones, as if each were the longest of them.
  std::fill(came_.begin(), came_.end(), never);
  round_the_column(longest / 2, longest, latency, looks);
  if (longest_short > 0) round_the_column(0, longest_short, latency, looks);
  for (int i = 0; i < p; ++i) {
    const std::size_t row = static_cast<std::size_t>(i), k = clocks_.at(i, j);
    if (came_[row] == never) continue;
    const double received = whole - parts_[row];
    const double in = links_.receive(k, begun, received);
    if (!links_.shared()) links_.send(k, begun, received * (p - 2) / (p - 1), p - 1);
    clocks_.arrived[k] = std::max({clocks_.arrived[k], came_[row], in + latency});
  }
}

// Parts of at least so many seconds and at most so many, from process to process with a hop of latency + longest +
// looks:
//   came_i := max(came_i, latency + max over r != i of (leaves_r + (hops from r to i - 1) hop)),   O(p).
void TransposedTravel::round_the_column(double least, double longest, double latency, double looks) {
  const double hop = latency + longest + looks;
  const std::size_t p = parts_.size();
  const auto leaves = [&](std::size_t r) {
    return parts_[r] > 0 && parts_[r] >= least && parts_[r] <= longest ? leaves_[r] : never;
  };
  // From process rows behind i, all the way round: as if they lay before row 0,
  double last = never;
  for (std::size_t i = p; i-- > 0;) {
    behind_[i] = last;
    last = std::max(last - hop, leaves(i) + static_cast<double>(p - 1) * hop);
  }
  // and from those before it.
  last = never;
  for (std::size_t i = 0; i < p; ++i) {
    came_[i] = std::max(came_[i], std::max(last, behind_[i]) - hop + latency);
    last = std::max(last, leaves(i)) + hop;
  }
}

}  // namespace het
