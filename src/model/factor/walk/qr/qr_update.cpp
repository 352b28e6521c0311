#include "src/model/factor/walk/qr/qr_update.hpp"

#include <algorithm>
#include <utility>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/distribution/panels/reflectors/panel_sums.hpp"
#include "src/model/factor/walk/channels.hpp"

namespace het {

QrUpdateProgram::QrUpdateProgram(Walk& walk, const FactorSteps& steps, int i, int j, const LocalWork& work,
                                 std::function<void()> poll)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      rank_(steps.rank(i, j)),
      work_(work),
      poll_(std::move(poll)),
      lag_(steps.panels.p() > 1 ? 1 : 0),
      piece_(widest_qr_piece(steps.all_cols(j), slicing_.most)) {
  slicing_.awaited_seconds = qr_awaited_seconds;
}

void QrUpdateProgram::set_step(Extent k, Extent width, Extent columns) {
  slicing_.step_work = 2 * steps_.shape.flops_per_multiply_add * static_cast<double>(width) *
                       static_cast<double>(steps_.rows_from(k, i_) * columns);
}

// W := A^H V of one piece, the sum of that before it, times T, and A -= V W^H of the one before that.
Program QrUpdateProgram::apply(Extent k, Extent width, Extent begin, Extent end) {
  const Extent rows = steps_.rows_from(k, i_);
  width_ = width;
  flops_ = steps_.shape.flops_per_multiply_add * static_cast<double>(rows * width);
  column_ = 0;
  for (const auto& stair :
       reflector_stairs(steps_.matrix.distribution.rows, ProcessCoord(i_), k, width, rows))
    column_ += work_.product(stair.rows() * stair.width, stair.width);
  const Extent pieces = column_pieces(end - begin, piece_, steps_.panels.p());
  for (Extent s = 0; s < pieces + 2 * lag_; ++s) {
    if (s < pieces) {
      Sum& w = sum(s);
      w.columns = part_begin(begin, end, s + 1, pieces) - part_begin(begin, end, s, pieces);
      co_await multiply(w.columns);
      co_await scatter(w);
      poll_();
    }
    if (s >= lag_ && s < pieces + lag_) co_await combine(sum(s - lag_));
    if (s >= 2 * lag_) {
      Sum& w = sum(s - 2 * lag_);
      co_await finish(w);
      co_await multiply(w.columns);
    }
  }
}

// Or subtracts, which takes as long: in slices, with a look after each.
Program QrUpdateProgram::multiply(Extent columns) {
  for (Extent j = 0; j < columns;) {
    const Extent slice = slicing_.next(columns - j, flops_);
    const double seconds = static_cast<double>(slice) * column_;
    co_await walk_.work(rank_, seconds, seconds);
    if (flops_ > 0) slicing_.seconds_per_unit = seconds / (flops_ * static_cast<double>(slice));
    j += slice;
    poll_();
  }
}

// Columns of A, rows of W, that process row i sums.
Extent QrUpdateProgram::part(const Sum& w, int i) const {
  return summed_rows(w.columns, i, steps_.panels.p());
}

void QrUpdateProgram::receive(Sum& w, int i, int channel, Extent columns) {
  if (columns > 0) walk_.receive(rank_, steps_.rank(i, j_), channel, w.messages);
}
void QrUpdateProgram::send(Sum& w, int i, int channel, Extent columns) {
  if (columns > 0)
    walk_.send(rank_, steps_.rank(i, j_), channel,
               static_cast<double>(columns * width_) * steps_.element_bytes(), 1, w.messages);
}

Program QrUpdateProgram::scatter(Sum& w) {
  const int p = steps_.panels.p();
  if (p == 1) co_return;
  co_await walk_.work(rank_, work_.copy(w.columns * width_));
  for (int step = 1; step < p; ++step) {
    receive(w, (i_ + p - step) % p, QrChannel::parts, part(w, i_));
    send(w, (i_ + step) % p, QrChannel::parts, part(w, (i_ + step) % p));
  }
}

Program QrUpdateProgram::combine(Sum& w) {
  const int p = steps_.panels.p();
  const Extent mine = part(w, i_), elements = mine * width_;
  const double triangle = work_.product(elements * width_, width_) / 2;
  if (p == 1) {
    co_await walk_.work(rank_, triangle);
    co_return;
  }
  co_await wait(w);
  co_await walk_.work(rank_, work_.columns(elements * (p - 1)) + triangle + work_.copy(elements));
  for (int step = 1; step < p; ++step) {
    const int from = (i_ + p - step) % p;
    receive(w, from, QrChannel::sums, part(w, from));
    send(w, (i_ + step) % p, QrChannel::sums, mine);
  }
}

Program QrUpdateProgram::finish(Sum& w) {
  if (steps_.panels.p() == 1) co_return;
  co_await wait(w);
  co_await walk_.work(rank_, work_.copy((w.columns - part(w, i_)) * width_));
}

Program QrUpdateProgram::wait(Sum& w) {
  if (w.messages.none()) co_return;
  co_await walk_.wait(rank_, [&w] { return w.messages.none(); });
  poll_();
}

}  // namespace het
