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
    : AxisOverlap(static_cast<std::size_t>(source.map->processes()),
                  static_cast<std::size_t>(target.map->processes())) {
  check_inside(source, length, "source");
  check_inside(target, length, "target");
  for (Extent done = 0; done < length;) {
    const GlobalIndex i = source.begin + done, j = target.begin + done;
    const BlockIndex bi = source.map->block(i), bj = target.map->block(j);
    const Extent step =
        std::min({source.map->block_end(bi) - i, target.map->block_end(bj) - j, length - done});
    const ProcessCoord s = source.map->owner(bi), t = target.map->owner(bj);
    add(s.at() * targets_ + t.at(), {source.map->local_begin(i, s), target.map->local_begin(j, t), step});
    done += step;
  }
}

AxisOverlap AxisOverlap::onto_one(std::vector<std::vector<Run>> runs_of_source) {
  AxisOverlap overlap(runs_of_source.size(), 1);
  for (std::size_t s = 0; s < runs_of_source.size(); ++s)
    for (const Run& run : runs_of_source[s]) overlap.add(s, run);
  return overlap;
}

void AxisOverlap::add(std::size_t pair, const Run& run) {
  auto& runs = runs_[pair];
  if (!runs.empty() && runs.back().source + runs.back().length == run.source &&
      runs.back().target + runs.back().length == run.target)
    runs.back().length += run.length;
  else
    runs.push_back(run);
  volume_[pair] += run.length;
}

}  // namespace het
