#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// One dimension of a distribution: which process coordinate owns which index, and where it stores it.
//
// The dimension of `extent` elements is cut into blocks of nb elements, except the first of `first_block`
// elements (ScaLAPACK's IMB/INB, smaller or larger than nb; equal to it in ordinary descriptors) and the
// last, which may be ragged. The pattern lists the owner of each block over one period, bi -> pattern[bi mod
// period]. Local storage is packed and keeps the global order, so a trailing part of the dimension is a
// trailing part of every process's storage.
//
// Worked example (2 x 2 grid, cycle-times 1 2 / 3 6): rows have the pattern 0 0 0 1, three block rows in four
// for the fast process row. With nb = 2 and extent 10 the elements belong to
//   0 0 | 0 0 | 0 0 | 1 1 | 0 0        so local_size(0) = 8, local_size(1) = 2,
// global index 8 is local index 6 of process 0: local_index(8) = 6, global_index(6, 0) = 8.
//
// ScaLAPACK's block-cyclic map is the pattern src, src+1, ... (mod P). All queries are O(1), by tables over
// one period, but for local_begin of a process that does not own the element, and what follows from it: a binary search in
// the blocks of that process over one period.
class AxisMap {
 public:
  // Requires extent >= 0, nb >= 1, first_block >= 1, a pattern of owners in [0, processes).
  // Throws Error naming the wrong value.
  AxisMap(Extent extent, Extent nb, Extent first_block, std::vector<int> pattern, int processes);

  // ScaLAPACK's map: block b is owned by (source + b) mod processes.
  static AxisMap block_cyclic(Extent extent, Extent nb, int processes, int source = 0);
  static AxisMap block_cyclic(Extent extent, Extent nb, Extent first_block, int processes, int source);
  // Everything on coordinate 0 of a single process: an axis that is not distributed.
  static AxisMap whole(Extent extent);

  // The elements [begin, begin + length) as an axis of their own, each with the owner it has here: sub(A)'s
  // axis. Its local index 0 is local_begin(begin, p) here. Throws Error when they are not inside.
  AxisMap part(GlobalIndex begin, Extent length) const;

  Extent extent() const { return extent_; }
  Extent nb() const { return nb_; }
  Extent first_block() const { return first_block_; }
  const std::vector<int>& pattern() const { return pattern_; }
  int processes() const { return static_cast<int>(blocks_of_.size()); }

  // Block that holds element i; INDXG2B.
  BlockIndex block(GlobalIndex i) const;
  // Half-open range of elements of block b.
  GlobalIndex block_begin(BlockIndex b) const;
  GlobalIndex block_end(BlockIndex b) const;
  ProcessCoord owner(BlockIndex b) const { return ProcessCoord(pattern_[b.at() % pattern_.size()]); }
  // INDXG2P.
  ProcessCoord owner(GlobalIndex i) const { return owner(block(i)); }
  // INDXG2L: position of element i in its owner's storage.
  LocalIndex local_index(GlobalIndex i) const { return local_begin(i, owner(i)); }
  // Elements with global index below i that process p owns: where a part starting at i begins in p's storage.
  LocalIndex local_begin(GlobalIndex i, ProcessCoord p) const;
  // INDXL2G, for 0 <= il < local_size(p).
  GlobalIndex global_index(LocalIndex il, ProcessCoord p) const;
  // NUMROC: elements that process p owns.
  Extent local_size(ProcessCoord p) const { return local_begin(GlobalIndex(extent_), p).value(); }
  // The same by process.
  std::vector<Extent> local_sizes() const;
  Extent largest_part() const { return std::ranges::max(local_sizes()); }
  // Elements in [begin, end) that process p owns.
  Extent local_size(ProcessCoord p, GlobalIndex begin, GlobalIndex end) const {
    return local_begin(end, p) - local_begin(begin, p);
  }

  friend bool operator==(const AxisMap& a, const AxisMap& b);

 private:
  Extent extent_, nb_, first_block_;
  std::vector<int> pattern_;
  // Blocks of p in one period, and for each block of the period its number among the blocks of its owner.
  std::vector<std::vector<Extent>> blocks_of_;
  std::vector<Extent> rank_in_period_;
};

// "10 = 2 x [0 0 0 1]": extent, block size (with a first block of another size as "1+2") and pattern.
std::string to_string(const AxisMap& map);

}  // namespace het
