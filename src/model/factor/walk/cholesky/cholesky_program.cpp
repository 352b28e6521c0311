#include "src/model/factor/walk/cholesky/cholesky_program.hpp"

#include <algorithm>
#include <utility>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"
#include "src/model/factor/walk/channels.hpp"

namespace het {
namespace {

// Looks of a rank that waits for the factor of a block: so many before its patience ends.
constexpr double looks_in_patience = 100;

}  // namespace

CholeskyProgram::CholeskyProgram(Walk& walk, const FactorSteps& steps, int i, int j, MovesOfRank& moves)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      rank_(steps.rank(i, j)),
      moves_(moves),
      work_(steps.platform, steps.shape, rank_),
      triangle_(steps, i, j),
      diagonal_(walk, steps, i, j, CholeskyChannel::diagonal),
      near_width_(near_piece_width(steps.platform.rates.half_speed_narrow)) {
  const std::size_t window = static_cast<std::size_t>(panels_in_window(steps.panels.widest())),
                    slots = std::min(steps.count(), window);
  for (std::size_t k = 0; k < slots; ++k)
    slots_.emplace_back(
        walk, steps, i, j, slots,
        CholeskyChannel::panels + static_cast<int>(k) * CholeskySlot::channels(steps.panels.p()));
}

Program CholeskyProgram::run() {
  for (std::size_t k = 0; k < steps_.count(); k = swept_) {
    while (arrived_ <= k) {
      co_await walk_.wait(rank_, [this] { return due(); });
      co_await advance();
    }
    co_await sweep(sweep_end(k, arrived_, slots_.size()));
    if (k == 0) co_await await_columns(steps_.shape.n);
  }
  co_await walk_.wait(rank_, [this] {
    progress();
    return std::ranges::all_of(slots_, [](const CholeskySlot& each) { return each.passed_on(); });
  });
}

// A(j:n, j) -= L(j:n, swept:last) L(j, swept:last)^H for all columns j behind the front.
Program CholeskyProgram::sweep(std::size_t last) {
  const AxisMap& all = steps_.matrix.distribution.cols;
  sweeping_ = last;
  for (piece_begin_ = front_; piece_begin_ < cols(); piece_begin_ = std::max(piece_end_, front_)) {
    piece_end_ = piece_begin_;  // while it is waited for, nothing is at work
    co_await await_columns(all.global_index(LocalIndex(end_of_piece(last) - 1), ProcessCoord(j_)).value() +
                           1);
    if (front_ > piece_begin_) continue;
    piece_end_ = end_of_piece(last);
    co_await update(swept_, last, piece_begin_, piece_end_, in_sweep_);
    piece_begin_ = piece_end_;
    if (due()) co_await advance();
  }
  piece_begin_ = piece_end_ = cols();
  swept_ = last;
}

Extent CholeskyProgram::end_of_piece(std::size_t last) const {
  return sweep_piece_end(piece_begin_, cols(), {last, steps_.count(), slots_.size(), near_width_},
                         [this](std::size_t k) { return col(k + 1); });
}

Program CholeskyProgram::await_columns(Extent global) {
  while (moves_.columns_here() < global) {
    co_await walk_.wait(rank_, [this, global] { return due() || moves_.columns_here() >= global; });
    if (due()) co_await advance();
  }
}

// Of each element, in as many products as the window's rounds make.
double CholeskyProgram::seconds_of_columns(std::size_t first, std::size_t last) const {
  double seconds = 0;
  Extent together = 0;
  for (std::size_t k = first; k < last; ++k) {
    const bool joins = joins_product(steps_.panels.all(), k, slots_.size(), steps_.panels.widest());
    if (!joins && together > 0) seconds += work_.product(together, together), together = 0;
    together += steps_.panels[k].width();
  }
  if (together > 0) seconds += work_.product(together, together);
  return seconds;
}

// Subtracts the panels [first, last) from local columns [begin, end), with looks between slices.
Program CholeskyProgram::update(std::size_t first, std::size_t last, Extent begin, Extent end,
                                Slicing& slicing) {
  if (first >= last) co_return;
  const double element = seconds_of_columns(first, last);
  for (const CholeskyUpdate::Part& part : triangle_.parts(begin, end)) {
    double stairs = element * part.stairs;
    for (Extent rows = part.rows; rows > 0;) {
      const double row = element * part.row;
      const Extent slice = slicing.next(rows, row);
      slicing.seconds_per_unit = 1;
      co_await work_and_look(std::exchange(stairs, 0) + row * static_cast<double>(slice));
      rows -= slice;
      progress();
      if (&slicing == &in_sweep_ && due()) co_await advance();
    }
    co_await walk_.work(rank_, stairs);
  }
}

// A look at all messages: what has arrived has been passed on by then.
void CholeskyProgram::progress() {
  for (CholeskySlot& each : slots_) each.progress();
}

bool CholeskyProgram::due() {
  progress();
  return can_take() || can_start();
}

// Does what can be done without waiting.
Program CholeskyProgram::advance() {
  for (;;) {
    if (can_take()) {
      moves_.done(steps_.panels[arrived_].end);
      ++arrived_;
      continue;
    }
    if (!can_start()) break;
    if (mine(next_)) {
      co_await factor();
      if (stage_ != Stage::ready) break;
      stage_ = Stage::waiting;
    }
    slot(next_).start(next_);
    ++next_;
  }
  in_sweep_.seconds = std::min(Slicing{}.seconds, cholesky_slice_seconds(arrived_, sweeping_));
  if (arrived_ > 0) moves_.done(steps_.panels[arrived_ - 1].end);
}

bool CholeskyProgram::can_take() { return arrived_ < next_ && slot(arrived_).arrived(); }

// Of the panel before rows, and on the next one's process column the head, are enough.
bool CholeskyProgram::can_start() {
  if (next_ == steps_.count() || next_ > arrived_ + 1) return false;
  if (next_ > arrived_) {
    const CholeskySlot& before = slot(arrived_);
    if (!before.rows_arrived() || (mine(next_) && !before.head_arrived())) return false;
  }
  if (!slot_opens(next_, slots_.size(), swept_, [this] { return slot(next_).passed_on(); })) return false;
  return !mine(next_) || can_factor();
}

// Whether the next panel gets to its next stage.
bool CholeskyProgram::can_factor() const {
  switch (stage_) {
    case Stage::waiting:
      return moves_.columns_here() >= steps_.panels[next_].end && diagonal_.passed_on();
    case Stage::expecting:
      return col(next_) >= piece_end_ || col(next_ + 1) <= piece_begin_;
    case Stage::up_to_date:
      return diagonal_.here() || diagonal_.collected();
    case Stage::solved:
      return steps_.panels.q() == 1 || diagonal_.passed_on();
    case Stage::ready:
      break;
  }
  return false;
}

// From stage to stage, as far as that can be done without waiting.
Program CholeskyProgram::factor() {
  while (can_factor()) {
    switch (stage_) {
      case Stage::waiting:
        diagonal_.expect(next_);
        stage_ = Stage::expecting;
        break;
      case Stage::expecting:
        co_await bring_up_to_date();
        stage_ = Stage::up_to_date;
        break;
      case Stage::up_to_date:
        co_await factor_block();
        co_await solve();
        stage_ = Stage::solved;
        break;
      default:
        stage_ = Stage::ready;
    }
  }
}

// The panel's columns, by what they have not seen yet; then a moment for the block on the diagonal.
Program CholeskyProgram::bring_up_to_date() {
  const Extent begin = col(next_), end = col(next_ + 1);
  co_await update(begin < piece_begin_ ? sweeping_ : swept_, next_, begin, end, in_panel_);
  front_ = end;
  diagonal_.start();
  const double patience = diagonal_patience(steps_.panels.q()), until = walk_.now() + patience;
  if (patience > 0)
    co_await walk_.work_until(rank_, patience, patience / looks_in_patience, [this, until] {
      progress();
      return diagonal_.here() || diagonal_.collected() || walk_.now() >= until;
    });
  co_await factor_block();
}

// On the rank that has collected it.
Program CholeskyProgram::factor_block() {
  if (!diagonal_.collected()) co_return;
  co_await walk_.work(rank_, steps_[next_].diagonal_block);
  diagonal_.send();
}

// L(k1:n, k0:k1) = A(k1:n, k0:k1) L(k0:k1, k0:k1)^-H
Program CholeskyProgram::solve() {
  const Extent rows = steps_.panels.rows_left(next_ + 1, i_);
  const double all = steps_[next_].panel_seconds[static_cast<std::size_t>(i_)];
  for (Extent row = 0; row < rows; row += solved_rows) {
    const Extent piece = std::min(solved_rows, rows - row);
    co_await work_and_look(all * static_cast<double>(piece) / static_cast<double>(rows));
    progress();
  }
}

}  // namespace het
