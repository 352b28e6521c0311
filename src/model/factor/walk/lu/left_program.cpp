#include "src/model/factor/walk/lu/left_program.hpp"

#include <algorithm>

#include "src/model/factor/walk/channels.hpp"

namespace het {

LeftProgram::LeftProgram(Walk& walk, const FactorSteps& steps, const Placed& l, int rank)
    : walk_(walk),
      steps_(steps),
      l_(l.distribution),
      rank_(rank),
      at_(l.placement[rank]),
      column_(static_cast<std::size_t>(l_.p())) {
  for (int other = 0; other < l.placement.ranks(); ++other)
    if (const auto place = l.placement[other]; place.on_grid() && place.col == at_.col)
      column_[static_cast<std::size_t>(place.row)] = other;
}

double LeftProgram::rows_below(Extent end, int i) const {
  return static_cast<double>(
      l_.rows.local_size(ProcessCoord(i), GlobalIndex(end), GlobalIndex(l_.rows.extent())));
}

// Of the panel's columns here, for each row of a process row.
double LeftProgram::bytes_of(std::size_t s) const {
  const Panel& panel = steps_.panels[s];
  const Extent columns =
      l_.cols.local_size(ProcessCoord(at_.col), GlobalIndex(panel.begin), GlobalIndex(panel.end));
  return steps_.panels.interchanged_below(s) * static_cast<double>(columns) * steps_.element_bytes();
}

double LeftProgram::copied(double bytes) const {
  return bytes * steps_.platform.seconds_per_copied_byte * steps_.platform.cycle_time(rank_);
}

Program LeftProgram::run() {
  const int p = l_.p();
  std::size_t now = 0;
  for (std::size_t s = steps_.count(); s-- > 0;) {
    const double row = bytes_of(s);
    if (row <= 0) continue;
    const Extent end = steps_.panels[s].end;
    const double all = static_cast<double>(l_.rows.extent() - end), mine = row * rows_below(end, at_.row);
    Moving& moving = moving_[now];
    moving.bytes = 0;
    co_await walk_.work(rank_, copied(mine));
    for (int step = 1; step < p; ++step) {
      const int i = (at_.row + step) % p;
      const double bytes = mine * rows_below(end, i) / all;
      if (bytes <= 0) continue;
      const int peer = column_[static_cast<std::size_t>(i)];
      walk_.receive(rank_, peer, LuChannel::left, moving.messages);
      walk_.send(rank_, peer, LuChannel::left, bytes, 1, moving.messages);
      moving.bytes += bytes;
    }
    now = 1 - now;
    co_await place(moving_[now]);
  }
  co_await place(moving_[1 - now]);
}

// What has come.
Program LeftProgram::place(Moving& moving) {
  co_await walk_.wait_blindly(rank_, [&moving] { return moving.messages.none(); });
  co_await walk_.work(rank_, copied(moving.bytes));
  moving.bytes = 0;
}

}  // namespace het
