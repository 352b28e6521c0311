#include "src/model/factor/parts/move_beside.hpp"

#include <algorithm>
#include <limits>

namespace het {

MoveBeside::MoveBeside(StepContext& now) : StepPart(now), left_(now.clocks.free.size()) {
  if (moved_.moves()) occupy_links();
}

// What comes has many messages on each link; panels follow it.
void MoveBeside::occupy_links() {
  if (links_.shared()) return links_.occupy(0, {0, moved_.all_here()}, {0, moved_.all_here()});
  for (std::size_t k = 0; k < left_.size(); ++k)
    links_.occupy(k, {0, moved_.sent(k)}, {0, moved_.received(k)});
}

void MoveBeside::go_on() {
  if (!moved_.moves()) return;
  if (now_.step == 0) wait_for_all_columns();
  leave();
}

// The first step's update takes columns as they come, its last piece when all are there.
void MoveBeside::wait_for_all_columns() {
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

// How many strips of process k may have gone, `factored` of which have all their columns factored: a process that is
// through with its own columns, where it hears of no others, waits for none.
std::size_t MoveBeside::may_go(std::size_t k, std::size_t factored) const {
  const int j = static_cast<int>(k) % panels_.q();
  const bool through = algorithm_.route.to_those_in_need && panels_.cols_left(now_.step + 1, j) == 0;
  return through ? moved_.strips_back().size() : factored;
}

// To where they lie on the caller's layout. Each process takes what it has there, as much in each column.
void MoveBeside::leave() {
  const auto& strips = moved_.strips_back();
  const Panel& panel = panels_[now_.step];
  const auto factored = static_cast<std::size_t>(
      std::ranges::count_if(strips, [&](const auto& s) { return s.over <= panel.end; }));
  std::size_t end = 0;
  for (std::size_t k = 0; k < left_.size(); ++k)
    if (const std::size_t mine = may_go(k, factored); mine > left_[k]) end = std::max(end, mine);
  for (std::size_t s = std::ranges::min(left_); s < end; ++s) {
    double gone = 0, first = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < left_.size(); ++k) {
      if (s < left_[k] || s >= may_go(k, factored)) continue;
      left_[k] = s + 1;
      const double time = std::max(clocks_.start[k], moved_.all_here());
      links_.leave(k, time, strips[s].sent[k]);
      gone += strips[s].sent[k];
      first = std::min(first, time);
    }
    for (std::size_t k = 0; gone > 0 && k < left_.size(); ++k)
      links_.arrive(k, first, strips[s].received[k] * gone / strips[s].all);
  }
  const Extent all_columns = panels_[panels_.count() - 1].end;
  const double columns = static_cast<double>(panel.width()) / static_cast<double>(all_columns);
  for (std::size_t k = 0; k < left_.size(); ++k) clocks_.free[k] += columns * moved_.own_of_way_back(k);
}

// What the last step does not hide of the way back, in parts of what a move takes without copies: the last strips, each of
// which ends with its slowest process. With several process rows each of these has a part of every strip, and strips become
// small, those of a triangle most. As simulated on nine to sixteen processors at 1 and 10 Gb/s.
double MoveBeside::way_back_seen() const {
  if (panels_.p() == 1 || links_.shared()) return 0.15;
  return algorithm_.triangle ? 0 : 0.05;
}

double MoveBeside::back(double over) const {
  if (!moved_.moves()) return over;
  return links_.end(over) + way_back_seen() * moved_.without_copies();
}

}  // namespace het
