#include "src/model/factor/walk/cholesky/cholesky_messages.hpp"

#include <algorithm>

#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

TransposedMessages::TransposedMessages(Walk& walk, const FactorSteps& steps, int i, int j, int channel)
    : steps_(steps), i_(i), j_(j), channel_(channel) {
  if (steps.panels.p() == 1) return;  // which has all rows
  for (int row = 0; row < steps.panels.p(); ++row) from_.emplace_back(walk, steps.rank(i, j));
  for (int col = 0; col < steps.panels.q(); ++col) to_.emplace_back(walk, steps.rank(i, j));
}

// From process row `row` of the panel's process column to those of process column `to`, less the one that has
// the rows itself.
void TransposedMessages::start(RingMessage& message, std::size_t k, int row, int to, double elements) {
  const int p = steps_.panels.p();
  std::vector<int> line{steps_.rank(row, steps_.panels[k].col)};
  for (int step = 1; step < p; ++step) line.push_back(steps_.rank((row + step) % p, to));
  message.start(line, channel_ + row,
                elements * static_cast<double>(steps_.panels[k].width()) * steps_.element_bytes());
}

void TransposedMessages::receive(std::size_t k, std::size_t first, std::size_t last) {
  for (int row = 0; row < static_cast<int>(from_.size()); ++row)
    if (row != i_)
      start(from_[static_cast<std::size_t>(row)], k, row, j_,
            static_cast<double>((*steps_.diagonal)(first, row, j_) - (*steps_.diagonal)(last, row, j_)));
}

void TransposedMessages::send(std::size_t k, std::size_t first, std::size_t last) {
  for (int col = 0; col < static_cast<int>(to_.size()); ++col)
    start(to_[static_cast<std::size_t>(col)], k, i_, col,
          static_cast<double>((*steps_.diagonal)(first, i_, col) - (*steps_.diagonal)(last, i_, col)));
}

bool TransposedMessages::arrived() const {
  return std::ranges::all_of(from_, [](const RingMessage& each) { return each.arrived(); });
}

bool TransposedMessages::passed_on() const {
  const auto finished = [](const RingMessage& each) { return each.finished(); };
  return std::ranges::all_of(to_, finished) && std::ranges::all_of(from_, finished);
}

CholeskySlot::CholeskySlot(Walk& walk, const FactorSteps& steps, int i, int j, std::size_t slots, int channel)
    : steps_(steps),
      i_(i),
      j_(j),
      slots_(slots),
      channel_(channel),
      rows_(walk, steps.rank(i, j)),
      head_(walk, steps, i, j, channel + 1),
      rest_(walk, steps, i, j, channel + 1 + steps.panels.p()) {}

void CholeskySlot::start(std::size_t k) {
  panel_ = k;
  start_rows();
  const std::size_t head_end = std::min(k + 2, steps_.count());
  head_.receive(k, k + 1, head_end);
  rest_.receive(k, head_end, steps_.count());
  rest_due_ = steps_.panels[k].col == j_;
  if (rest_due_) head_.send(k, k + 1, head_end);
}

// In one piece, with the rows above that other panels of the round have, unless these are many: then packed.
void CholeskySlot::start_rows() {
  const Panels& panels = steps_.panels;
  const Extent below = panels.rows_left(panel_ + 1, i_),
               above = panels.rows_left(panel_ - panel_ % slots_ + 1, i_) - below;
  const SentColumn sent = sent_column(above, below, steps_.shape.element_bytes);
  const double bytes = static_cast<double>(sent.elements * panels[panel_].width()) * steps_.element_bytes();
  rows_.start(
      steps_.line(i_, steps_.audience.ring(panel_)), channel_, bytes, Walk::Leaves::when_taken,
      sent.with_round ? 0 : bytes * steps_.platform.seconds_per_copied_byte * steps_.cycle_time(i_, j_));
}

void CholeskySlot::progress() {
  if (!rest_due_ || !rows_.finished()) return;
  rest_.send(panel_, std::min(panel_ + 2, steps_.count()), steps_.count());
  rest_due_ = false;
}

DiagonalMessages::DiagonalMessages(Walk& walk, const FactorSteps& steps, int i, int j, int channel)
    : walk_(walk), steps_(steps), i_(i), j_(j), rank_(steps.rank(i, j)), channel_(channel) {}

double DiagonalMessages::rows_bytes(int i) const {
  const Extent rows = steps_.panels.rows_left(panel_, i) - steps_.panels.rows_left(panel_ + 1, i);
  return static_cast<double>(rows * steps_.panels[panel_].width()) * steps_.element_bytes();
}

double DiagonalMessages::block_bytes() const {
  const Extent width = steps_.panels[panel_].width();
  return static_cast<double>(width * width + info_elements_of(steps_.shape.element_bytes)) *
         steps_.element_bytes();
}

void DiagonalMessages::expect(std::size_t k) {
  panel_ = k;
  here_ = false;
  if (!is_root())
    return walk_.receive(rank_, steps_.rank(steps_.panels.diagonal_row(k), j_), channel_ + 1, factor_);
  for (int row = 0; row < steps_.panels.p(); ++row)
    if (row != i_ && rows_bytes(row) > 0) walk_.receive(rank_, steps_.rank(row, j_), channel_, open_);
}

void DiagonalMessages::start() {
  if (is_root() || rows_bytes(i_) == 0) return;
  walk_.send(rank_, steps_.rank(steps_.panels.diagonal_row(panel_), j_), channel_, rows_bytes(i_), 1, open_);
}

void DiagonalMessages::send() {
  here_ = true;
  for (int row = 0; row < steps_.panels.p(); ++row)
    if (row != i_)
      walk_.send(rank_, steps_.rank(row, j_), channel_ + 1, block_bytes(), 1, open_,
                 Walk::Leaves::when_taken);
}

}  // namespace het
