#include "src/model/links/grid_links.hpp"

#include <algorithm>

namespace het {

GridLinks::GridLinks(const Platform& platform, const Placement& placement, int p, int q)
    : platform_(platform), p_(p), q_(q) {
  if (!platform.hosts.told_apart()) {
    const LinkCosts one = platform.outside(1);
    columns_.assign(
        static_cast<std::size_t>(q),
        {one, {}, p - 1, 0, one, platform.all_at_once(p) * one.seconds_per_byte, one.own_seconds_per_byte});
    return;
  }
  take_seats(placement);
  const auto exchanging = that_send_out(false), passing_on = that_send_out(true);
  for (int j = 0; j < q; ++j) columns_.push_back(column_of(j, exchanging, passing_on));
}

void GridLinks::take_seats(const Placement& placement) {
  for (const int rank : placement.by_place(p_, q_)) seats_.push_back({platform_.hosts.of(rank)});
  std::vector<int> count(static_cast<std::size_t>(platform_.hosts.count()));
  for (int j = 0; j < q_; ++j) {
    std::fill(count.begin(), count.end(), 0);
    for (int i = 0; i < p_; ++i) ++count[static_cast<std::size_t>(seats_[at(i, j)].host)];
    for (int i = 0; i < p_; ++i)
      seats_[at(i, j)].in_column = count[static_cast<std::size_t>(seats_[at(i, j)].host)];
  }
}

// By host: its processes that have others of their column, or the next one of it, on another host.
std::vector<int> GridLinks::that_send_out(bool to_next_alone) const {
  std::vector<int> count(static_cast<std::size_t>(platform_.hosts.count()));
  for (int i = 0; i < p_; ++i)
    for (int j = 0; j < q_; ++j) {
      const Seat& mine = seats_[at(i, j)];
      count[static_cast<std::size_t>(mine.host)] +=
          to_next_alone ? seats_[at((i + 1) % p_, j)].host != mine.host : mine.in_column < p_;
    }
  return count;
}

GridLinks::Column GridLinks::column_of(int j, const std::vector<int>& exchanging,
                                       const std::vector<int>& passing_on) const {
  const auto of_host = [](const std::vector<int>& counts, int host) {
    return counts[static_cast<std::size_t>(host)];
  };
  int least_mates = p_, most_mates = 1, sharing = 0, hops_sharing = 0, pairs_inside = 0;
  for (int i = 0; i < p_; ++i) {
    const Seat &mine = seats_[at(i, j)], &next = seats_[at((i + 1) % p_, j)];
    least_mates = std::min(least_mates, mine.in_column);
    most_mates = std::max(most_mates, mine.in_column);
    pairs_inside += mine.in_column - 1;
    sharing = std::max(sharing, of_host(exchanging, mine.host));
    if (mine.host != next.host) hops_sharing = std::max(hops_sharing, of_host(passing_on, mine.host));
  }
  const LinkCosts& inside = platform_.hosts.inside;
  if (least_mates == p_)
    return {inside, inside, p_ - 1, 0, inside, inside.seconds_per_byte, inside.own_seconds_per_byte};
  Column column{platform_.outside(most_mates),
                inside,
                p_ - least_mates,
                least_mates - 1,
                platform_.outside(hops_sharing),
                0,
                0};
  const double out = static_cast<double>(column.far) / (p_ - 1),
               in = static_cast<double>(most_mates - 1) / (p_ - 1);
  column.exchanged_byte = std::max(out * platform_.outside(sharing).seconds_per_byte,
                                   platform_.hosts.on_inner_link(in, out) * inside.seconds_per_byte);
  const double part_inside = static_cast<double>(pairs_inside) / (p_ * (p_ - 1));
  column.own_byte =
      part_inside * inside.own_seconds_per_byte + (1 - part_inside) * platform_.between.own_seconds_per_byte;
  return column;
}

}  // namespace het
