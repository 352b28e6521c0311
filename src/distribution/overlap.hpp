#pragma once
#include <algorithm>
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// The part of an axis that starts at global index `begin`: one dimension of sub(A). The map must outlive it.
struct AxisPart {
  const AxisMap* map;
  GlobalIndex begin;
};

// Elements source .. source + length - 1 of one process's storage that become target .. of another's.
struct Run {
  LocalIndex source;
  LocalIndex target;
  Extent length;
  friend bool operator==(const Run&, const Run&) = default;
};

// Elements of one process's storage.
struct LocalRange {
  LocalIndex begin, end;
};

// f(run) for what of ascending runs comes from these elements of their source. O(log runs + runs in question).
template <class F>
void for_each_run_in(const std::vector<Run>& runs, LocalRange source, F f) {
  const auto ends_before = [&](const Run& run) { return run.source + run.length <= source.begin; };
  for (auto run = std::ranges::partition_point(runs, ends_before);
       run != runs.end() && run->source < source.end; ++run) {
    const LocalIndex begin = std::max(run->source, source.begin),
                     end = std::min(run->source + run->length, source.end);
    f(Run{begin, run->target + (begin - run->source), end - begin});
  }
}
// How many elements that are.
inline Extent elements_in(const std::vector<Run>& runs, LocalRange source) {
  Extent sum = 0;
  for_each_run_in(runs, source, [&](const Run& run) { sum += run.length; });
  return sum;
}

// Which elements of one dimension travel from each source to each target coordinate when `length` elements
// from `source.begin` on become those from `target.begin` on. Runs are maximal, ascending in both storages,
// and together hold every element exactly once. A two-dimensional redistribution is the product of two such
// overlaps.
//
// Built in O(blocks of both axes), 24 bytes a run.
//
// Worked example: 10 elements, block-cyclic with nb = 2 over 2 processes, onto the pattern 0 0 0 1 of
// AxisMap's example: process 1 owns elements 2 3 | 6 7, and 6 7 are the new process 1's: runs(1, 0) = {0 ->
// 2, 2}, runs(1, 1) = {2 -> 0, 2}.
class AxisOverlap {
 public:
  // Throws Error when a part does not lie inside its axis.
  AxisOverlap(AxisPart source, AxisPart target, Extent length);

  // From runs_of_source[s] of each source s onto a single target, in any order of its storage. Adjacent runs are
  // joined.
  static AxisOverlap onto_one(std::vector<std::vector<Run>> runs_of_source);

  const std::vector<Run>& runs(ProcessCoord source, ProcessCoord target) const {
    return runs_[source.at() * targets_ + target.at()];
  }
  // Elements that travel between the two.
  Extent volume(ProcessCoord source, ProcessCoord target) const {
    return volume_[source.at() * targets_ + target.at()];
  }
  int sources() const { return static_cast<int>(runs_.size() / targets_); }
  int targets() const { return static_cast<int>(targets_); }

 private:
  AxisOverlap(std::size_t sources, std::size_t targets)
      : targets_(targets), runs_(sources * targets), volume_(runs_.size(), 0) {}
  void add(std::size_t pair, const Run& run);

  std::size_t targets_;
  std::vector<std::vector<Run>> runs_;
  std::vector<Extent> volume_;
};

}  // namespace het
