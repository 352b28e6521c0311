#include "src/model/move_model.hpp"

#include <algorithm>

#include "src/distribution/overlap.hpp"

namespace het {
namespace {

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

}  // namespace

double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to) {
  const AxisMove rows(from.distribution.rows, to.distribution.rows);
  const AxisMove cols(from.distribution.cols, to.distribution.cols);
  double most = 0;
  for (int rank = 0; rank < from.placement.ranks(); ++rank) {
    const auto source = from.placement[rank], target = to.placement[rank];
    Extent stays = 0, sent = 0, received = 0, messages = 0;
    if (source.on_grid() && target.on_grid())
      stays = rows.overlap.volume(ProcessCoord(source.row), ProcessCoord(target.row)) *
              cols.overlap.volume(ProcessCoord(source.col), ProcessCoord(target.col));
    if (source.on_grid()) {
      sent = from.distribution.rows.local_size(ProcessCoord(source.row)) *
                 from.distribution.cols.local_size(ProcessCoord(source.col)) -
             stays;
      messages += rows.targets[ProcessCoord(source.row).at()] * cols.targets[ProcessCoord(source.col).at()];
    }
    if (target.on_grid()) {
      received = to.distribution.rows.local_size(ProcessCoord(target.row)) *
                     to.distribution.cols.local_size(ProcessCoord(target.col)) -
                 stays;
      messages += rows.sources[ProcessCoord(target.row).at()] * cols.sources[ProcessCoord(target.col).at()];
    }
    if (stays > 0) messages -= 2;
    const auto seconds = [&](Extent elements, double of_byte) {
      return static_cast<double>(elements * element_bytes) * of_byte;
    };
    // Copying goes on while messages travel.
    const double copies =
        platform.cycle_time(rank) * seconds(sent + received + stays, platform.seconds_per_copied_byte);
    most = std::max(most, std::max(seconds(std::max(sent, received), platform.seconds_per_byte), copies) +
                              static_cast<double>(messages) * platform.message_overhead +
                              (messages > 0 ? platform.latency : 0));
  }
  return most;
}

double triangle_move_seconds(const Platform& platform, Extent element_bytes, const Placed& from,
                             const Placed& to) {
  const Extent n = from.distribution.cols.extent(), strips = std::min(triangle_strips, n);
  const auto strip = [&](const Distribution& matrix, Extent begin, Extent end) {
    return Distribution{matrix.rows.part(GlobalIndex(begin), n - begin),
                        matrix.cols.part(GlobalIndex(begin), end - begin)};
  };
  double seconds = 0;
  for (Extent k = 0; k < strips; ++k) {
    const Extent begin = n * k / strips, end = n * (k + 1) / strips;
    const Distribution source = strip(from.distribution, begin, end),
                       target = strip(to.distribution, begin, end);
    seconds += move_seconds(platform, element_bytes, {source, from.placement}, {target, to.placement});
  }
  return seconds;
}

}  // namespace het
