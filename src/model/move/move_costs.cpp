#include "src/model/move/move_costs.hpp"

#include <algorithm>

#include "src/distribution/overlap.hpp"

namespace het {
namespace {

// How many coordinates on the other side of an overlap have a volume above 0.
template <class Volume>
Extent partners(int others, Volume volume) {
  Extent count = 0;
  for (int other = 0; other < others; ++other) count += volume(ProcessCoord(other)) > 0;
  return count;
}

// One dimension of a move: what each coordinate holds before and after, and with how many others it shares
// elements.
struct AxisMove {
  AxisMove(const AxisMap& from, const AxisMap& to)
      : overlap({&from, GlobalIndex(0)}, {&to, GlobalIndex(0)}, from.extent()) {
    for (int s = 0; s < overlap.sources(); ++s)
      targets.push_back(
          partners(overlap.targets(), [&](auto t) { return overlap.volume(ProcessCoord(s), t); }));
    for (int t = 0; t < overlap.targets(); ++t)
      sources.push_back(
          partners(overlap.sources(), [&](auto s) { return overlap.volume(s, ProcessCoord(t)); }));
  }
  AxisOverlap overlap;
  std::vector<Extent> targets, sources;  // of each source, of each target
};

// What one rank has to do in a move: elements that stay, and that leave or come, from and to other hosts and its own.
struct RankMove {
  struct Traffic {
    Extent sent = 0, received = 0, messages = 0;
    void operator+=(const Traffic& more) {
      sent += more.sent, received += more.received, messages += more.messages;
    }
  };
  Extent stays = 0;
  Traffic outside, inside;
};

class Move {
 public:
  Move(const Hosts& hosts, const Placed& from, const Placed& to)
      : from_(from),
        to_(to),
        rows_(from.distribution.rows, to.distribution.rows),
        cols_(from.distribution.cols, to.distribution.cols),
        on_host_(static_cast<std::size_t>(hosts.count())) {
    for (int rank = 0; hosts.told_apart() && rank < from.placement.ranks(); ++rank)
      on_host_[static_cast<std::size_t>(hosts.of(rank))].push_back(rank);
  }

  RankMove of_rank(int rank, const Hosts& hosts) const {
    RankMove mine;
    mine.stays = volume(rank, rank);
    auto& out = mine.outside;
    if (const auto at = from_.placement[rank]; at.on_grid()) {
      out.sent = size(from_.distribution, at) - mine.stays;
      out.messages += rows_.targets[ProcessCoord(at.row).at()] * cols_.targets[ProcessCoord(at.col).at()];
    }
    if (const auto at = to_.placement[rank]; at.on_grid()) {
      out.received = size(to_.distribution, at) - mine.stays;
      out.messages += rows_.sources[ProcessCoord(at.row).at()] * cols_.sources[ProcessCoord(at.col).at()];
    }
    if (mine.stays > 0) out.messages -= 2;
    if (hosts.told_apart()) keep_inside(rank, on_host_[static_cast<std::size_t>(hosts.of(rank))], mine);
    return mine;
  }

 private:
  static Extent size(const Distribution& matrix, const Placement::Coord& at) {
    return matrix.rows.local_size(ProcessCoord(at.row)) * matrix.cols.local_size(ProcessCoord(at.col));
  }
  // Elements that rank `source` has before and rank `target` after.
  Extent volume(int source, int target) const {
    const auto s = from_.placement[source], t = to_.placement[target];
    if (!s.on_grid() || !t.on_grid()) return 0;
    return rows_.overlap.volume(ProcessCoord(s.row), ProcessCoord(t.row)) *
           cols_.overlap.volume(ProcessCoord(s.col), ProcessCoord(t.col));
  }
  void keep_inside(int rank, const std::vector<int>& mates, RankMove& mine) const {
    for (const int mate : mates) {
      if (mate == rank) continue;
      const Extent sent = volume(rank, mate), received = volume(mate, rank);
      const Extent messages = (sent > 0) + (received > 0);
      mine.inside.sent += sent, mine.outside.sent -= sent;
      mine.inside.received += received, mine.outside.received -= received;
      mine.inside.messages += messages, mine.outside.messages -= messages;
    }
  }

  const Placed from_, to_;
  const AxisMove rows_, cols_;
  std::vector<std::vector<int>> on_host_;
};

double seconds_of(Extent elements, Extent element_bytes, double of_byte) {
  return static_cast<double>(elements * element_bytes) * of_byte;
}

// Of one rank, while a wire carries `all` elements: its link; and all that it does. Copying goes on while messages travel,
// and messages to others of its host beside those that leave that.
LinkSeconds link_seconds(const Platform& platform, const RankMove& move, Extent all, Extent element_bytes) {
  const auto travels = [&](Extent outside, Extent inside) {
    return std::max(
        seconds_of(platform.shared_medium ? all : outside, element_bytes, platform.between.seconds_per_byte),
        seconds_of(platform.hosts.on_inner_link(inside, outside), element_bytes,
                   platform.hosts.inside.seconds_per_byte));
  };
  return {travels(move.outside.sent, move.inside.sent), travels(move.outside.received, move.inside.received)};
}
LinkSeconds own_seconds(const Platform& platform, const RankMove& move, Extent element_bytes) {
  const auto takes = [&](Extent outside, Extent inside) {
    return seconds_of(outside, element_bytes, platform.between.own_seconds_per_byte) +
           seconds_of(inside, element_bytes, platform.hosts.inside.own_seconds_per_byte);
  };
  return {takes(move.outside.sent, move.inside.sent), takes(move.outside.received, move.inside.received)};
}
LinkSeconds copy_seconds(const Platform& platform, int rank, const RankMove& move, Extent element_bytes) {
  const auto takes = [&](Extent elements) {
    return platform.cycle_time(rank) * seconds_of(elements, element_bytes, platform.seconds_per_copied_byte);
  };
  return {takes(move.outside.sent + move.inside.sent),
          takes(move.outside.received + move.inside.received + move.stays)};
}
double rank_seconds(const Platform& platform, const RankMove& move, double link, double copies) {
  const auto &out = move.outside, &in = move.inside;
  return std::max(link, copies) + static_cast<double>(out.messages) * platform.between.message_overhead +
         static_cast<double>(in.messages) * platform.hosts.inside.message_overhead +
         (out.messages > 0  ? platform.between.latency
          : in.messages > 0 ? platform.hosts.inside.latency
                            : 0);
}

// Of the host's interface for which there is most to carry.
double interface_seconds(const Platform& platform, const std::vector<RankMove>& moves, Extent element_bytes) {
  const Hosts& hosts = platform.hosts;
  if (!hosts.told_apart()) return 0;
  std::vector<RankMove::Traffic> of_host(static_cast<std::size_t>(hosts.count()));
  for (std::size_t rank = 0; rank < moves.size(); ++rank)
    of_host[static_cast<std::size_t>(hosts.of(static_cast<int>(rank)))] += moves[rank].outside;
  Extent most = 0;
  for (const auto& host : of_host) most = std::max({most, host.sent, host.received});
  if (most == 0) return 0;
  return seconds_of(most, element_bytes, hosts.interface_seconds_per_byte) + platform.between.latency;
}

}  // namespace

MoveCosts move_costs(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to) {
  const Move move(platform.hosts, from, to);
  std::vector<RankMove> moves;
  Extent all = 0;  // that a wire carries for all of them
  for (int rank = 0; rank < from.placement.ranks(); ++rank) {
    moves.push_back(move.of_rank(rank, platform.hosts));
    all += moves.back().outside.sent;
  }
  MoveCosts costs;
  costs.seconds = interface_seconds(platform, moves, element_bytes);
  for (int rank = 0; rank < from.placement.ranks(); ++rank) {
    const RankMove& mine = moves[static_cast<std::size_t>(rank)];
    const auto link = link_seconds(platform, mine, all, element_bytes);
    costs.of_rank.push_back(link);
    costs.own.push_back(own_seconds(platform, mine, element_bytes));
    const LinkSeconds copies = copy_seconds(platform, rank, mine, element_bytes);
    costs.copies.push_back(copies);
    costs.seconds =
        std::max(costs.seconds, rank_seconds(platform, mine, link.longer(), copies.sent + copies.received));
  }
  return costs;
}

}  // namespace het
