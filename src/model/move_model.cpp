#include "src/model/move_model.hpp"

#include <algorithm>

#include "src/distribution/column_strips.hpp"
#include "src/distribution/overlap.hpp"

namespace het {
namespace {

// What a routine hides of its moves, as simulated on nine processors at 1 and 10 Gb/s.
struct Hiding {
  double first_steps;  // panels that are subtracted together from the columns that arrive
  double out_visible;  // part of the move back
};
Hiding hiding(RoutineKind kind) {
  switch (kind) {
    case RoutineKind::lu:
      return {1, 0.1};
    case RoutineKind::qr:
      return {2, 0.25};
    case RoutineKind::cholesky:
      return {4, 0.6};
    case RoutineKind::gemm:
      break;
  }
  return {0, 0.75};  // C is final in the last product
}
// Of the first step's seconds, and of the move.
constexpr double overlap = 0.25, least_visible = 0.25;

// Coordinates on the other side of an overlap that share elements with coordinate `own`.
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
  void operator+=(const RankMove& more) {
    stays += more.stays, outside += more.outside, inside += more.inside;
  }
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

// What ranks do in moves that go on together.
class Moves {
 public:
  explicit Moves(const Platform& platform) : platform_(platform), hosts_(platform.hosts) {}

  void add(const Placed& from, const Placed& to) {
    const Move move(hosts_, from, to);
    of_rank_.resize(static_cast<std::size_t>(from.placement.ranks()));
    for (std::size_t rank = 0; rank < of_rank_.size(); ++rank)
      of_rank_[rank] += move.of_rank(static_cast<int>(rank), hosts_);
  }

  void clear() { of_rank_.clear(); }

  // Of the rank that needs longest, or the host's interface.
  double seconds(Extent element_bytes) const {
    const auto cost = [&](Extent elements, double of_byte) {
      return static_cast<double>(elements * element_bytes) * of_byte;
    };
    std::vector<RankMove::Traffic> of_host(static_cast<std::size_t>(hosts_.count()));
    Extent all = 0;  // that a wire carries for all of them
    for (const RankMove& rank : of_rank_) all += rank.outside.sent;
    const bool shared = platform_.shared_medium;
    double most = 0;
    for (std::size_t rank = 0; rank < of_rank_.size(); ++rank) {
      const auto &out = of_rank_[rank].outside, &in = of_rank_[rank].inside;
      // Copying goes on while messages travel.
      const double copies = platform_.cycle_time(static_cast<int>(rank)) *
                            cost(out.sent + out.received + in.sent + in.received + of_rank_[rank].stays,
                                 platform_.seconds_per_copied_byte);
      const double travels =
          std::max(cost(shared ? all : std::max(out.sent, out.received), platform_.seconds_per_byte),
                   cost(std::max(in.sent, in.received), hosts_.inside.seconds_per_byte));
      most = std::max(most, std::max(travels, copies) +
                                static_cast<double>(out.messages) * platform_.message_overhead +
                                static_cast<double>(in.messages) * hosts_.inside.message_overhead +
                                (out.messages > 0  ? platform_.latency
                                 : in.messages > 0 ? hosts_.inside.latency
                                                   : 0));
      if (hosts_.told_apart()) of_host[static_cast<std::size_t>(hosts_.of(static_cast<int>(rank)))] += out;
    }
    for (const auto& host : of_host)
      if (std::max(host.sent, host.received) > 0)
        most = std::max(most, cost(std::max(host.sent, host.received), hosts_.interface_seconds_per_byte) +
                                  platform_.latency);
    return most;
  }

 private:
  const Platform& platform_;
  const Hosts& hosts_;
  std::vector<RankMove> of_rank_;
};

}  // namespace

double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to) {
  Moves moves(platform);
  moves.add(from, to);
  return moves.seconds(element_bytes);
}

double triangle_move_seconds(const Platform& platform, Extent element_bytes, const Placed& from,
                             const Placed& to) {
  const Extent n = from.distribution.cols.extent();
  const ColumnStrips strips(n);
  const auto strip = [&](const Distribution& matrix, Extent begin, Extent end) {
    return Distribution{matrix.rows.part(GlobalIndex(begin), n - begin),
                        matrix.cols.part(GlobalIndex(begin), end - begin)};
  };
  const Extent together = strips.at_a_time(to.distribution.cols);
  double seconds = 0;
  Moves under_way(platform);
  for (Extent k = 0; k < strips.count(); ++k) {
    const Extent begin = strips.begin(k), end = strips.end(k);
    const Distribution source = strip(from.distribution, begin, end),
                       target = strip(to.distribution, begin, end);
    under_way.add({source, from.placement}, {target, to.placement});
    if ((k + 1) % together > 0 && k + 1 < strips.count()) continue;
    seconds += under_way.seconds(element_bytes);
    under_way.clear();
  }
  return seconds;
}

VisibleMoves visible_moves(const CallShape& shape, const AxisMap& cols, double move, double compute,
                           Extent step) {
  const Hiding hides = hiding(shape.kind);
  if (!is_factorization(shape.kind)) return {0, hides.out_visible * move};
  const double columns = static_cast<double>(std::min(shape.m, shape.n));
  if (columns == 0) return {};
  // The first step's update goes on while columns arrive, but for those that it waits for.
  const double first = compute * std::min(3 * hides.first_steps * static_cast<double>(step) / columns, 1.0);
  const ColumnStrips strips(shape.n);
  const double together = static_cast<double>(strips.at_a_time(cols)) / static_cast<double>(strips.count());
  return {std::max(std::max(least_visible, together) * move, move - overlap * first),
          hides.out_visible * move};
}

}  // namespace het
