#include "src/distribution/overlap.hpp"

#include <algorithm>

#include "src/base/error.hpp"

namespace het {
namespace {

void check_inside(const AxisPart& part, Extent length, const char* side) {
  require(part.begin.value() >= 0 && length >= 0 && part.begin.value() + length <= part.map->extent(),
          "{} part [{}, {}) is not inside a dimension of {} elements", side, part.begin.value(),
          part.begin.value() + length, part.map->extent());
}

}  // namespace

AxisOverlap::AxisOverlap(AxisPart source, AxisPart target, Extent length)
    : targets_(static_cast<std::size_t>(target.map->processes())),
      runs_(static_cast<std::size_t>(source.map->processes()) * targets_),
      volume_(runs_.size(), 0) {
  check_inside(source, length, "source");
  check_inside(target, length, "target");
  for (Extent done = 0; done < length;) {
    const GlobalIndex i = source.begin + done, j = target.begin + done;
    const BlockIndex bi = source.map->block(i), bj = target.map->block(j);
    const Extent step =
        std::min({source.map->block_end(bi) - i, target.map->block_end(bj) - j, length - done});
    const ProcessCoord s = source.map->owner(bi), t = target.map->owner(bj);
    const Run run{source.map->local_begin(i, s), target.map->local_begin(j, t), step};
    const std::size_t pair = s.at() * targets_ + t.at();
    auto& runs = runs_[pair];
    if (!runs.empty() && runs.back().source + runs.back().length == run.source &&
        runs.back().target + runs.back().length == run.target)
      runs.back().length += step;
    else
      runs.push_back(run);
    volume_[pair] += step;
    done += step;
  }
}

}  // namespace het
